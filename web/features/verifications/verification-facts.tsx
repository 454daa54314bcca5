import type { Verification } from '#shared/contract/verifications.ts'
import { methodologyPath } from '#shared/rules/paths.ts'
import { ProjectLink } from '#web/domain/project-link.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'

export function VerificationFacts({ verification }: { verification: Verification }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { methodology, methodologyId, methodologyVersion: version, visitStart, visitEnd } = verification
  return (
    <Facts>
      <Fact label={t('measurements.column.status')}>
        <StatusBadge kind="verification" status={verification.status} />
      </Fact>
      <Fact label={t('measurements.column.project')}>
        <ProjectLink of={verification} className="link" />
      </Fact>
      <Fact label={t('measurements.column.account')}>{verification.account}</Fact>
      <Fact label={t('measurements.column.dueDate')}>{format.date(verification.dueDate)}</Fact>
      <Fact label={t('measurements.column.methodology')}>
        {methodology && methodologyId && version && (
          <Link to={methodologyPath(methodologyId)} className="link">
            {t('measurements.version', { methodology, version })}
          </Link>
        )}
      </Fact>
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
      <Fact label={t('verifications.startedAt')}>{format.time(verification.startedAt)}</Fact>
      <Fact label={t('verifications.visit')} figure>
        {visitStart && visitEnd && t('projects.fromTo', { from: format.date(visitStart), to: format.date(visitEnd) })}
      </Fact>
      <Fact label={t('verifications.decidedAt')}>{format.time(verification.decidedAt)}</Fact>
      <Fact label={t('verifications.declaration')} wide>
        {verification.declaration}
      </Fact>
      <Fact label={t('verifications.statement')} wide>
        {verification.statement}
      </Fact>
      <Fact label={t('verifications.quantityReason')} wide>
        {verification.quantityReason}
      </Fact>
    </Facts>
  )
}
