import { useState } from 'react'
import { decidePending, type PendingAct } from '#shared/contract/pending.ts'
import { recordPath } from '#shared/rules/paths.ts'
import type { PendingDecision } from '#shared/rules/pending.ts'
import { pendingPath } from '#shared/rules/pending-path.ts'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { FinalStep } from '#web/domain/final-step.tsx'
import { RowAct } from '#web/domain/row-act.tsx'
import { CallError } from '#web/lib/call.ts'
import { useAct } from '#web/lib/use-act.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { focusPageTitle } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { PendingFacts, PendingUnits } from './pending-facts.tsx'
import { nameOf, pendingReads, saidOf, usePendingWords } from './pending-words.ts'

const publicTexts = {
  transfer: 'wallet.transferPublic',
  claim: 'wallet.claimPublic',
  burn: 'burn.public',
  mint: 'wallet.mintPublic',
} as const

/** The decisions open to the reader, in a row of a list or on the act's page. */
export function PendingDecisions({ act, isRow = false }: { act: PendingAct; isRow?: boolean }) {
  const { t } = useTranslation()
  const { titleOf } = usePendingWords()
  const [open, setOpen] = useState<PendingDecision | null>(null)
  const decide = useAct(decidePending, {
    refresh: pendingReads,
    onFailure: (text, error) => {
      // The act has moved on, and its new state shows behind the message.
      const isLate = error instanceof CallError && error.status === 409
      if (isLate) setOpen(null)
      const link = { to: pendingPath(act.pendingId), label: t('pending.toAct') }
      if (isLate || open === null) toast({ tone: 'bad', text, ...(isLate && isRow && { link }) })
    },
  })
  const { pendingId, waitsFor, type, from, decisions } = act

  async function send(decision: PendingDecision, reason?: string) {
    const decided = await decide.act({ params: { pendingId }, body: { decision, waitsFor, reason } })
    if (!decided) {
      // The row or its button has gone.
      if (document.activeElement === document.body) focusPageTitle()
      return null
    }
    setOpen(null)
    toast({
      tone: 'good',
      text: t(saidOf(nameOf(decision, act), act)),
      ...(decided.outcome === 'done' && { link: { to: recordPath(pendingId), label: t('activity.openRecord') } }),
    })
    return decided
  }
  async function press(decision: PendingDecision) {
    if (decision !== 'withdraw') return setOpen(decision)
    if (await send(decision)) focusPageTitle()
  }
  // Who may refuse need not take back.
  const offered = decisions.filter((decision) => decision !== 'withdraw' || !decisions.includes('refuse'))
  return (
    <>
      {offered.length > 0 && (
        <span className="flex flex-wrap gap-2">
          {offered.map((decision) => {
            const name = t(`pending.act.${nameOf(decision, act)}`)
            if (isRow) {
              const isPrimary = decision === 'proceed'
              return (
                <RowAct
                  key={decision}
                  act={name}
                  row={titleOf(act)}
                  isPrimary={isPrimary}
                  onAct={() => void press(decision)}
                />
              )
            }
            return (
              <Button
                key={decision}
                tone={decision === 'proceed' ? 'primary' : 'plain'}
                busy={decide.busy && open === null}
                onClick={() => void press(decision)}
              >
                {name}
              </Button>
            )
          })}
        </span>
      )}
      {open === 'proceed' && (
        <Dialog open onClose={() => setOpen(null)} title={titleOf(act)} busy={decide.busy} wide>
          <FinalStep
            label={t('wallet.preview')}
            title={t(waitsFor === 'approval' ? 'pending.final' : 'wallet.final')}
            becomesPublic={t(publicTexts[type])}
            confirm={t(`pending.act.${nameOf('proceed', act)}`)}
            busy={decide.busy}
            failure={decide.failure}
            onConfirm={() => void send('proceed')}
            onBack={() => setOpen(null)}
          >
            <PendingFacts act={act} />
            <PendingUnits act={act} />
          </FinalStep>
        </Dialog>
      )}
      {open === 'refuse' && (
        <DecisionDialog
          title={t('pending.act.refuse')}
          about={titleOf(act)}
          question={t(type === 'mint' ? 'pending.refuseMintQuestion' : 'pending.refuseQuestion', {
            account: from.name,
          })}
          requiresReason
          danger
          failure={decide.failure}
          onDecide={(reason) => send('refuse', reason)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
