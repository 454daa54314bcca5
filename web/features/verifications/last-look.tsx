import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { type decideVerification, listVerificationFiles, type Verification } from '#shared/contract/verifications.ts'
import { deskPath } from '#shared/rules/paths.ts'
import { FinalStep } from '#web/domain/final-step.tsx'
import { useYearLines } from '#web/domain/year-fields.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { useDifference } from './arithmetic.tsx'
import { isUnchecked } from './desk-files.tsx'

export type Opinion = ValidBodyOf<typeof decideVerification>

/** All that is signed, what is still open, and who signs. Nothing can be verified without the signed statement. */
export function LastLook({
  verification,
  opinion: { outcome, quantity, byYear, quantityReason, statement },
  busy,
  failure,
  onSign,
  onBack,
}: {
  verification: Verification
  opinion: Opinion
  busy: boolean
  failure: string | null
  onSign: () => void
  onBack: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const differenceOf = useDifference()
  const yearLines = useYearLines()
  const { given_name, family_name, name } = useSignedIn().profile
  const signer = [given_name, family_name].filter(Boolean).join(' ') || (typeof name === 'string' ? name : '')
  const { verificationId, projectId, measured, openFindings, account } = verification
  const files = useRead(listVerificationFiles, { params: { verificationId } })
  const newest = files.data?.items.filter(({ isNewest }) => isNewest) ?? []
  const evidence = newest.filter(({ subjectKind }) => subjectKind !== 'verification')
  const unchecked = evidence.filter(isUnchecked).length
  const lacksStatement =
    outcome === 'verified' &&
    files.data !== undefined &&
    !newest.some(({ subjectKind, type }) => subjectKind === 'verification' && type === 'Verification')
  return (
    <div className="max-w-3xl">
      <FinalStep
        label={t('verifications.lastLook')}
        becomesPublic={t(outcome === 'verified' ? 'opinion.public' : 'opinion.final')}
        confirm={t('verifications.sign')}
        busy={busy}
        isReady={files.data !== undefined && !lacksStatement}
        failure={failure}
        onConfirm={onSign}
        onBack={onBack}
      >
        <Facts>
          <Fact label={t('verifications.outcome')}>{t(`status.verification.${outcome}`)}</Fact>
          <Fact label={t('opinion.signedBy')}>{t('opinion.signer', { name: signer, account })}</Fact>
          <Fact label={t('verifications.measured')} figure>
            {format.quantity(measured)}
          </Fact>
          {quantity !== undefined && (
            <>
              <Fact label={t('verifications.verified')} figure>
                {format.quantity(quantity)}
              </Fact>
              <Fact label={t('opinion.difference')} figure>
                {differenceOf(measured, quantity)}
              </Fact>
              <Fact label={t('years.verified')} figure>
                {yearLines(byYear ?? null)}
              </Fact>
            </>
          )}
          <Fact label={t('verifications.quantityReason')} wide>
            {quantityReason}
          </Fact>
          <Fact label={t('verifications.statement')} wide>
            {statement}
          </Fact>
          <Fact label={t('opinion.openFindings')} figure>
            {format.quantity(openFindings)}
          </Fact>
          <Fact label={t('opinion.unchecked')} figure>
            {files.data &&
              t('opinion.uncheckedOf', { unchecked: format.quantity(unchecked), of: format.quantity(evidence.length) })}
          </Fact>
        </Facts>
        {lacksStatement && <Notice tone="bad">{t('opinion.noStatement')}</Notice>}
        {unchecked > 0 && (
          <Notice tone="warn">
            <Link to={deskPath(projectId, verificationId, { checked: 'no' })} className="link">
              {t('opinion.toUnchecked')}
            </Link>
          </Notice>
        )}
      </FinalStep>
    </div>
  )
}
