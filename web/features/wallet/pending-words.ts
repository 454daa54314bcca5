import type { PendingAct } from '#shared/contract/pending.ts'
import type { PendingDecision, PendingOutcome } from '#shared/rules/pending.ts'
import { walletReads } from '#web/domain/reads.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import type { Tone } from '#web/ui/badge.tsx'

/** Reads to refresh after a decision, or when an act has moved on. */
export const pendingReads = [reading.listPending, reading.readPending, ...walletReads]

const oftenMs = 15_000
/** The registry ends a stage within a second or two. */
const afterEndMs = 2_000

/** Until the next reading of acts: others decide meanwhile, and stages end on time. 0: never. */
export function untilNextReadMs(acts: readonly PendingAct[]): number {
  const ends = acts.filter(({ outcome }) => outcome === null).map(({ endsAt }) => Date.parse(endsAt) - Date.now())
  if (ends.length === 0) return 0
  return Math.min(oftenMs, Math.max(0, ...[Math.min(...ends)]) + afterEndMs)
}

export const outcomeTones: Record<PendingOutcome, Tone> = {
  done: 'good',
  refused: 'bad',
  withdrawn: 'neutral',
  expired: 'neutral',
  failed: 'bad',
}

/** The wording of an end; null while the act waits. */
export function endOf({ outcome, waitsFor }: Pick<PendingAct, 'outcome' | 'waitsFor'>) {
  return outcome === 'withdrawn' && waitsFor === 'undo' ? 'undone' : outcome
}

/** What a decision is called at the stage of an act. */
export function nameOf(decision: PendingDecision, { waitsFor }: Pick<PendingAct, 'waitsFor'>) {
  if (decision === 'refuse') return 'refuse'
  if (decision === 'proceed') return waitsFor === 'approval' ? 'approve' : 'accept'
  return waitsFor === 'undo' ? 'undo' : 'takeBack'
}

/** The key of an end's sentence. Of a mint: no units were locked. */
export function saidOf(
  end: NonNullable<ReturnType<typeof endOf>> | ReturnType<typeof nameOf>,
  { type }: Pick<PendingAct, 'type'>,
) {
  if (type !== 'mint' || end === 'done' || end === 'undone' || end === 'undo' || end === 'accept' || end === 'approve')
    return `pending.was.${end}` as const
  return `pending.wasMint.${end}` as const
}

/** The wording of a stage; burns are approved by a second administrator of the registry, mints by one. */
export function stageOf({ waitsFor, type }: Pick<PendingAct, 'waitsFor' | 'type'>) {
  if (waitsFor !== 'approval') return waitsFor
  if (type === 'mint') return 'mintApproval'
  return type === 'burn' ? 'burnApproval' : waitsFor
}

export function usePendingWords() {
  const { t } = useTranslation()
  const { accountId } = useSignedIn()
  return {
    titleOf({ type, from, to, beneficiary }: PendingAct): string {
      if (type === 'mint') return t('pending.what.mint', { account: from.name })
      if (type === 'burn') return t('pending.what.burn', { account: from.name })
      if (type === 'claim') return beneficiary ? t('pending.what.claim', { beneficiary }) : t('pending.what.anonymous')
      return to?.accountId === accountId
        ? t('pending.what.transferFrom', { account: from.name })
        : t('pending.what.transferTo', { account: to?.name })
    },
    projectsOf: ({ items }: PendingAct) => [...new Set(items.map(({ projectName }) => projectName))].join(', '),
    /** For whom a waiting act waits, briefly. */
    waitsFor(act: PendingAct): string {
      if (act.decisions.includes('proceed')) return t('pending.for.you')
      return t(`pending.for.${stageOf(act)}`, { account: act.waitsFor === 'acceptance' ? act.to?.name : act.from.name })
    },
  }
}
