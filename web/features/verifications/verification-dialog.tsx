import type { Verification } from '#shared/contract/verifications.ts'
import { projectPath, workPath } from '#shared/rules/paths.ts'
import { usePeriod } from '#web/domain/period.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { DecideVerification } from './decide-verification.tsx'

/** One verification, and, for its verifier, the form of the opinion. */
export function VerificationDialog({ verification, onClose }: { verification: Verification; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const periodOf = usePeriod()
  return (
    <Dialog open onClose={onClose} title={verification.project} wide>
      <Facts>
        <Fact label={t('measurements.column.status')}>
          <StatusBadge kind="verification" status={verification.status} />
        </Fact>
        <Fact label={t('measurements.column.account')}>{verification.account}</Fact>
        <Fact label={t('measurements.period')}>{periodOf(verification)}</Fact>
        <Fact label={t('verifications.measured')} figure>
          {format.quantity(verification.measured)}
        </Fact>
        {verification.quantity !== null && (
          <>
            <Fact label={t('verifications.verified')} figure>
              {format.quantity(verification.quantity)}
            </Fact>
            <Fact label={t('verifications.issued')} figure>
              {format.quantity(verification.issued)}
            </Fact>
            <Fact label={t('verifications.available')} figure>
              {format.quantity(verification.available)}
            </Fact>
          </>
        )}
        <Fact label={t('verifications.decidedAt')}>{format.time(verification.decidedAt)}</Fact>
        <Fact label={t('verifications.statement')} wide>
          {verification.statement}
        </Fact>
        <Fact label={t('measurements.links')} wide>
          <Link to={projectPath(verification.projectKey)} className="link mr-4">
            {t('measurements.toProject')}
          </Link>
          <Link to={workPath('measurements', verification.projectId, verification.measurementId)} className="link">
            {t('verifications.toMeasurement')}
          </Link>
        </Fact>
      </Facts>
      {verification.acts.includes('verify') && <DecideVerification verification={verification} onDone={onClose} />}
    </Dialog>
  )
}
