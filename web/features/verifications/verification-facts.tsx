import type { Verification } from '#shared/contract/verifications.ts'
import { OutcomeFacts } from '#web/domain/outcome-facts.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useYearLines } from '#web/domain/year-fields.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Fact } from '#web/ui/facts.tsx'

export function VerificationFacts({ verification }: { verification: Verification }) {
  const { t } = useTranslation()
  const format = useFormat()
  const yearLines = useYearLines()
  const { visitStart, visitEnd } = verification
  return (
    <OutcomeFacts
      of={verification}
      status={<StatusBadge kind="verification" status={verification.status} />}
      provider={t('projects.verificationProvider')}
    >
      <Fact label={t('verifications.measured')} figure>
        {format.quantity(verification.measured)}
      </Fact>
      <Fact label={t('years.measured')} figure>
        {yearLines(verification.measuredByYear)}
      </Fact>
      {verification.quantity !== null && (
        <>
          <Fact label={t('verifications.verified')} figure>
            {format.quantity(verification.quantity)}
          </Fact>
          <Fact label={t('years.verified')} figure>
            {yearLines(verification.byYear)}
          </Fact>
          <Fact label={t('verifications.issued')} figure>
            {format.quantity(verification.issued)}
          </Fact>
          <Fact label={t('verifications.available')} figure>
            {format.quantity(verification.available)}
          </Fact>
          <Fact label={t('verifications.reserved')} figure>
            {verification.reserved ? format.quantity(verification.reserved) : null}
          </Fact>
        </>
      )}
      <Fact label={t('verifications.startedAt')}>{format.time(verification.startedAt)}</Fact>
      <Fact label={t('verifications.visit')} figure>
        {visitStart && visitEnd && t('dates.fromTo', { from: format.date(visitStart), to: format.date(visitEnd) })}
      </Fact>
      <Fact label={t('verifications.decidedAt')}>{format.time(verification.decidedAt)}</Fact>
      <Fact label={t('verifications.declaration')} wide>
        {verification.declaration}
      </Fact>
      <Fact label={t('verifications.statement')} wide>
        {verification.statement}
      </Fact>
      {verification.quantityReason !== verification.statement && (
        <Fact label={t('verifications.quantityReason')} wide>
          {verification.quantityReason}
        </Fact>
      )}
    </OutcomeFacts>
  )
}
