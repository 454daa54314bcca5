import { useState } from 'react'
import {
  decideMethodology,
  listMethodologies,
  type Methodology,
  readMethodologyVersion,
} from '#shared/contract/methodologies.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { Opened } from '#web/domain/opened.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import type { List } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { MethodologyDocument } from './methodology-document.tsx'

type Decision = Methodology['acts'][number]

/** In the order of the buttons: the way forward comes last. */
const decisionsInOrder: readonly Decision[] = ['deprecate', 'reject', 'approve']

/** The dialog of the methodology version that the address names (`?id=`). */
export function OpenedMethodology({ list }: { list: List<Methodology> }) {
  const { t } = useTranslation()
  return (
    <Opened
      endpoint={readMethodologyVersion}
      inputsOf={(methodologyId) => ({ params: { methodologyId } })}
      known={(id) => list.page.data?.items.find(({ methodologyId }) => methodologyId === id)}
      title={t('methodologies.title')}
    >
      {(methodology, close) => <MethodologyDialog methodology={methodology} onClose={close} />}
    </Opened>
  )
}

/** One methodology version, with what a tenant admin may decide about it now. */
function MethodologyDialog({ methodology, onClose }: { methodology: Methodology; onClose: () => void }) {
  const { t } = useTranslation()
  const session = useSignedIn()
  const [asked, setAsked] = useState<Decision | null>(null)
  const { act, failure } = useAct(decideMethodology, {
    refresh: [listMethodologies, readMethodologyVersion, listTasks],
  })
  const decisions = decisionsInOrder.filter((known) => methodology.acts.includes(known))

  if (asked) {
    return (
      <DecisionDialog
        title={t(`methodologies.act.${asked}`)}
        question={t(`methodologies.question.${asked}`)}
        asksReason={asked === 'reject'}
        danger={asked !== 'approve'}
        failure={failure}
        onClose={() => setAsked(null)}
        done={t(`methodologies.done.${asked}`)}
        onDecide={async (reason) => {
          const { methodologyId } = methodology
          const decided = await act({ params: { methodologyId }, body: { act: asked, reason } })
          if (decided) onClose()
          return decided
        }}
      />
    )
  }
  return (
    <Dialog open onClose={onClose} title={methodology.name} wide>
      <MethodologyFacts methodology={methodology} />
      {session.may('methodology.decide') && methodology.status === 'pending' && decisions.length === 0 && (
        <div className="mt-6">
          <Notice tone="neutral">{t('methodologies.ownAccount')}</Notice>
        </div>
      )}
      {decisions.length > 0 && (
        <div className="mt-6">
          <Actions>
            {decisions.map((decision) => (
              <Button
                key={decision}
                tone={decision === 'approve' ? 'primary' : 'danger'}
                onClick={() => setAsked(decision)}
              >
                {t(`methodologies.act.${decision}`)}
              </Button>
            ))}
          </Actions>
        </div>
      )}
    </Dialog>
  )
}

function MethodologyFacts({ methodology }: { methodology: Methodology }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <Facts>
      <Fact label={t('methodologies.column.status')}>
        <StatusBadge kind="methodology" status={methodology.status} />
      </Fact>
      <Fact label={t('methodologies.column.version')}>{methodology.version}</Fact>
      <Fact label={t('methodologies.column.measurementProviders')} figure>
        {format.quantity(methodology.measurementProviders)}
      </Fact>
      <Fact label={t('methodologies.column.verificationProviders')} figure>
        {format.quantity(methodology.verificationProviders)}
      </Fact>
      <Fact label={t('methodologies.created')}>{format.date(methodology.createdAt)}</Fact>
      <Fact label={t('methodologies.column.document')} wide>
        {methodology.document && <MethodologyDocument methodology={methodology} />}
      </Fact>
      <Fact label={t('methodologies.description')} wide>
        {methodology.description}
      </Fact>
      <Fact label={t('projects.reason')} wide>
        {methodology.statusReason}
      </Fact>
    </Facts>
  )
}
