import { useEffect, useEffectEvent, useRef } from 'react'
import { claimPath, projectPath, recordPath } from '#shared/rules/paths.ts'
import { fieldOf } from '#web/lib/call.ts'
import { storeDraft } from '#web/lib/drafts.ts'
import {
  deleteIntention,
  draftOf,
  lostIntentions,
  readIntention,
  storeIntention,
  useIntentionChanges,
} from '#web/lib/intention.ts'
import { readOutcomeOf } from '#web/lib/send-once.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { toast } from '#web/ui/toast.tsx'

/** Another tab may still receive the response within this time. */
const answeredWithinMs = 5_000

/**
 * Reports whether requests with lost responses took effect. Deletes drafts of completed ones, so that nobody repeats
 * them.
 */
export function LostAnswers() {
  const { t } = useTranslation()
  const changes = useIntentionChanges()
  const undone = useRef(new Map<string, () => void>())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change may be the one that sends a request again
  useEffect(() => {
    for (const [name, close] of undone.current) if (!readIntention(name)) close()
  }, [changes])
  const settle = useEffectEvent(async (name: string, isLast: boolean) => {
    const intention = readIntention(name)
    if (!intention?.isLost) return
    const outcome = await readOutcomeOf(intention.key).catch(() => null)
    if (outcome === null || readIntention(name)?.key !== intention.key) return
    if (!outcome.isDone) {
      if (!isLast || intention.waiting) return
      storeIntention(name, { key: intention.key, isLost: false })
      undone.current.set(name, toast({ tone: 'bad', text: t('failures.notDone') }))
      return
    }
    deleteIntention(name)
    storeDraft(draftOf(name), null)
    const link = linkTo(outcome.answer)
    const number = numberIn(outcome.answer)
    toast({
      tone: 'good',
      text: number === null ? t('failures.wasDone') : t('failures.claimWasDone', { number }),
      ...(link && { link: { to: link, label: t('failures.openDone') } }),
    })
  })
  useEffect(() => {
    const names = lostIntentions()
    for (const name of names) void settle(name, false)
    const timer = setTimeout(() => {
      for (const name of names) void settle(name, true)
    }, answeredWithinMs)
    return () => clearTimeout(timer)
  }, [])
  return null
}

/** The created record's page, if any. */
function linkTo(answer: unknown): string | null {
  const [claimId, transactionId] = [fieldOf(answer, 'claimId'), fieldOf(answer, 'transactionId')]
  const projectKey = fieldOf(answer, 'projectKey')
  if (claimId) return claimPath(claimId)
  if (transactionId) return recordPath(transactionId)
  return projectKey ? projectPath(projectKey) : null
}

function numberIn(answer: unknown): number | null {
  const number: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'claimNumber') : null
  return typeof number === 'number' ? number : null
}
