import { useState } from 'react'
import { useNavigate } from 'react-router'
import {
  decideMethodology,
  listMethodologies,
  type MethodologyVersion,
  readMethodologyVersion,
} from '#shared/contract/methodologies.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import { methodologyPath } from '#shared/rules/paths.ts'
import { DecisionDialog } from '#web/domain/decision-dialog.tsx'
import { useAct } from '#web/lib/use-act.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { AllowProviders } from './allow-providers.tsx'
import { EditMethodology } from './edit-methodology.tsx'
import { ProposeMethodology } from './propose-methodology.tsx'

/** In the order of all decisions. */
const decisionsInOrder = ['submit', 'reopen', 'approve', 'return', 'reject', 'deprecate'] as const
type Decision = (typeof decisionsInOrder)[number]

const withReason: ReadonlySet<Decision> = new Set(['reject', 'return'])
const forward: ReadonlySet<Decision> = new Set(['reopen', 'submit', 'approve'])

export function MethodologyActs({ methodology }: { methodology: MethodologyVersion }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { accountId, may } = useSignedIn()
  const [openDialog, setOpenDialog] = useState<Decision | 'edit' | 'allow' | 'new' | null>(null)
  const { acts, status } = methodology
  const close = () => setOpenDialog(null)
  const isOthers = may('methodology.decide') && status === 'pending' && !acts.includes('approve')
  return (
    <>
      {isOthers && <p className="max-w-xs text-sm text-ink-soft">{t('methodologies.ownAccount')}</p>}
      {accountId !== null && status === 'approved' && (
        <Button onClick={() => setOpenDialog('new')}>{t('methodologies.newVersion')}</Button>
      )}
      {acts.includes('allow') && <Button onClick={() => setOpenDialog('allow')}>{t('methodologies.allow')}</Button>}
      {acts.includes('edit') && <Button onClick={() => setOpenDialog('edit')}>{t('methodologies.edit')}</Button>}
      {decisionsInOrder
        .filter((act) => acts.includes(act))
        .map((act) => (
          <Button
            key={act}
            tone={forward.has(act) ? 'primary' : act === 'return' ? 'plain' : 'danger'}
            onClick={() => setOpenDialog(act)}
          >
            {t(`methodologies.act.${act}`)}
          </Button>
        ))}
      {openDialog === 'edit' && <EditMethodology methodology={methodology} onClose={close} />}
      {openDialog === 'allow' && <AllowProviders methodology={methodology} onClose={close} />}
      {openDialog === 'new' && (
        <ProposeMethodology
          of={methodology}
          onClose={close}
          onProposed={({ methodologyId }) => navigate(methodologyPath(methodologyId))}
        />
      )}
      {openDialog !== null && openDialog !== 'edit' && openDialog !== 'allow' && openDialog !== 'new' && (
        <Decide methodology={methodology} act={openDialog} onClose={close} />
      )}
    </>
  )
}

function Decide({
  methodology: { methodologyId, name, version },
  act: decision,
  onClose,
}: {
  methodology: MethodologyVersion
  act: Decision
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { act, failure } = useAct(decideMethodology, {
    refresh: [listMethodologies, readMethodologyVersion, listTasks],
  })
  return (
    <DecisionDialog
      title={t(`methodologies.act.${decision}`)}
      question={t(`methodologies.question.${decision}`)}
      about={`${name} ${version}`.trim()}
      requiresReason={withReason.has(decision)}
      danger={!forward.has(decision)}
      failure={failure}
      onClose={onClose}
      done={t(`methodologies.done.${decision}`)}
      onDecide={(reason) => act({ params: { methodologyId }, body: { act: decision, reason } })}
    />
  )
}
