import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  listVerificationFiles,
  readVerification,
  readVerificationHistory,
  type Verification,
} from '#shared/contract/verifications.ts'
import { deskPath, workPath } from '#shared/rules/paths.ts'
import { HistorySection } from '#web/domain/history-section.tsx'
import { OutcomeEvidence } from '#web/domain/outcome-evidence.tsx'
import { OutcomeFrame, OutcomePage } from '#web/domain/outcome-page.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { useRead } from '#web/lib/use-read.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { focusPageTitle, Section } from '#web/ui/page.tsx'
import { DecideVerification } from './decide-verification.tsx'
import { Desk } from './desk.tsx'
import { Findings } from './findings.tsx'
import { MintDialog } from './mint-dialog.tsx'
import { PlanVisit } from './plan-visit.tsx'
import { StartVerification } from './start-verification.tsx'
import { StateYears } from './state-years.tsx'
import { useFindingChanges } from './use-finding-changes.ts'
import { VerificationFacts } from './verification-facts.tsx'

export function VerificationPage({ verificationId }: { verificationId: string }) {
  const params = { verificationId }
  const [isAtDesk] = useUrlState('desk')
  return (
    <OutcomePage kind="verifications" endpoint={readVerification} inputs={{ params }}>
      {(verification) =>
        isAtDesk ? <Desk verification={verification} /> : <ShownVerification verification={verification} />
      }
    </OutcomePage>
  )
}

function ShownVerification({ verification }: { verification: Verification }) {
  const { t } = useTranslation()
  const periodOf = usePeriod()
  const { verificationId, acts, projectId, measurementId, status } = verification
  const [params] = useSearchParams()
  useFindingChanges(verificationId)
  const [isMinting, setIsMinting] = useState(params.has('mint') && acts.includes('mint'))
  const files = useRead(listVerificationFiles, { params: { verificationId } })
  const count = files.data?.items.filter(({ isNewest }) => isNewest).length
  const history = useRead(readVerificationHistory, { params: { verificationId } })
  return (
    <OutcomeFrame
      kind="verifications"
      of={verification}
      actions={
        <>
          <ButtonLink to={deskPath(projectId, verificationId)}>
            {count === undefined ? t('desk.title') : t('desk.titleCount', { count })}
          </ButtonLink>
          {acts.includes('planVisit') && <PlanVisit verification={verification} />}
          <ButtonLink to={workPath('measurements', projectId, measurementId)}>
            {t('verifications.toMeasurement')}
          </ButtonLink>
          {acts.includes('mint') && (
            <Button tone="primary" onClick={() => setIsMinting(true)}>
              {t('verifications.mint')}
            </Button>
          )}
        </>
      }
    >
      <VerificationFacts verification={verification} />
      {acts.includes('stateYears') && (
        <Section title={t('years.state')}>
          <StateYears verification={verification} onDone={focusPageTitle} />
        </Section>
      )}
      {isAwaitingYears(verification) && !acts.includes('stateYears') && (
        <p className="mt-6 max-w-3xl">{t('years.awaited', { verifier: verification.account })}</p>
      )}
      {acts.includes('start') && (
        <Section title={t('verifications.start')}>
          <StartVerification verificationId={verificationId} onDone={focusPageTitle} />
        </Section>
      )}
      {status !== 'requested' && <Findings verification={verification} />}
      <OutcomeEvidence of={{ kind: 'verification', id: verificationId, methodologyId: verification.methodologyId }} />
      {acts.includes('refuse') && (
        <Section title={t('verifications.opinion')}>
          <DecideVerification verification={verification} onDone={focusPageTitle} />
        </Section>
      )}
      <HistorySection read={history} subject={`${verification.project}, ${periodOf(verification)}`} />
      {isMinting && <MintDialog verification={verification} onClose={() => setIsMinting(false)} />}
    </OutcomeFrame>
  )
}

/** Whether nothing can be issued until the years are stated. */
function isAwaitingYears({ quantity, byYear, issued }: Verification): boolean {
  return quantity !== null && byYear === null && issued === 0
}
