import { FileText, Link2 } from 'lucide-react'
import { type Claim, readClaim } from '#shared/contract/claims.ts'
import { languageOf } from '#shared/rules/languages.ts'
import { claimPath, paths, recordPath } from '#shared/rules/paths.ts'
import { EmbedCodes } from '#web/domain/embed-codes.tsx'
import { EvidenceSection } from '#web/domain/evidence-section.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { ProjectLink } from '#web/domain/project-link.tsx'
import { SerialRanges } from '#web/domain/serials.tsx'
import { isMissing } from '#web/lib/call.ts'
import { firstHeading } from '#web/lib/first-heading.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { ButtonLink, buttonClass } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Card, Page, Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { Word } from '#web/ui/word.tsx'
import { OwnWordsSection } from './own-words.tsx'
import { usePurpose } from './purpose.ts'
import { QrCode } from './qr-code.tsx'
import { SettlementSteps } from './settlement-steps.tsx'
import { useSettlement } from './use-settlement.ts'

/** Refresh interval while the certificate is being created. */
const issuingEveryMs = 2_000

function isBeingIssued(claim: Claim | undefined): boolean {
  if (claim?.settlement !== 'confirmed' || claim.isImported) return false
  return claim.certificate === null || claim.certificate.sha256 === null
}

export function ClaimView({ claimId }: { claimId: string }) {
  const { t } = useTranslation()
  const claim = useRead(readClaim, {
    params: { claimId },
    everyMs: (read) => (isBeingIssued(read) ? issuingEveryMs : 0),
  })
  const { data, retry } = claim
  const state = useSettlement(
    data && { transactionId: data.transactionId, tenantId: data.tenantId, state: data.settlement },
    retry,
  )
  if (isMissing(claim.error)) {
    return (
      <Page title={t('claims.unknownTitle')} narrow>
        <Empty text={t('claims.unknown')} action={<ButtonLink to={paths.claims}>{t('claims.toList')}</ButtonLink>} />
      </Page>
    )
  }
  return (
    <Page
      title={data ? t('claims.number', { number: data.claimNumber }) : (firstHeading() ?? t('claims.claim'))}
      lead={t('claims.permanent')}
      narrow
    >
      <Loaded from={claim} rows={6}>
        {(read) => (
          <>
            <Stopped projects={read.stoppedProjects} />
            <Summary claim={read} />
            <Section title={<Word of="settlement">{t('claims.settlement')}</Word>}>
              <SettlementSteps state={state ?? read.settlement} reason={read.settlementReason} />
              <p className="mt-4">
                <Link to={recordPath(read.transactionId)} className="link">
                  {t('claims.toRecord')}
                </Link>
              </p>
            </Section>
            <Certificate claim={read} />
            <Section title={<Word of="serial number">{t('claims.serials')}</Word>}>
              <SerialRanges ranges={read.serials} count={read.rangeCount} />
              {read.certificate && read.rangeCount > read.serials.length && (
                <p className="text-sm text-ink-faint">{t('claims.allInCertificate')}</p>
              )}
            </Section>
            <EvidenceSection of={{ tenantId: read.tenantId, claimId: read.claimId }} />
            <OwnWordsSection claim={read} />
            <Share claim={read} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Warns of projects that are suspended or withdrawn now, or were when the units were retired. */
function Stopped({ projects }: { projects: Claim['stoppedProjects'] }) {
  const { t } = useTranslation()
  return projects.map(({ projectKey, projectName: project, now, whenClaimed }) => (
    <div key={projectKey} className="mb-4 flex flex-col gap-2">
      {whenClaimed && (
        <Notice
          tone="warn"
          title={t(`claims.stopped.whenClaimed.${whenClaimed.status}`, { project, reason: whenClaimed.reason })}
        />
      )}
      {now && now.status !== whenClaimed?.status && (
        <Notice tone="warn" title={t(`claims.stopped.now.${now.status}`, { project, reason: now.reason })} />
      )}
    </div>
  ))
}

function Summary({ claim }: { claim: Claim }) {
  const { t } = useTranslation()
  const format = useFormat()
  const purposeOf = usePurpose()
  const periodOf = usePeriod()
  const { periodStart, periodEnd } = claim
  const { assetName, assetNamePlural } = useWords()
  return (
    <Card>
      <p className="tabular text-3xl font-semibold sm:text-4xl">{format.quantity(claim.quantity)}</p>
      <p className="mt-1 text-ink-soft">{claim.quantity === 1 ? assetName : assetNamePlural}</p>
      <p className="mt-4 text-lg">
        {claim.beneficiary ? (
          <>
            {t('claims.retiredFor')} <strong className="break-words">{claim.beneficiary}</strong>
          </>
        ) : (
          t('claims.retiredForUnnamed')
        )}
      </p>
      <div className="mt-4">
        <Facts>
          <Fact label={<Word of="retire">{t('claims.retiredBy')}</Word>}>{claim.retiredBy}</Fact>
          <Fact label={t('claims.column.when')}>{format.time(claim.claimedAt)}</Fact>
          <Fact label={t('claims.column.project')}>
            <ProjectLink of={claim} className="link" />
          </Fact>
          <Fact label={<Word of="vintage">{t('claims.column.vintage')}</Word>}>{claim.vintage}</Fact>
          <Fact label={t('claims.purpose')}>{purposeOf(claim.purpose)}</Fact>
          <Fact label={t('claims.purposeDetail')}>{claim.purposeDetail}</Fact>
          <Fact label={t('claims.period')}>{periodStart && periodEnd && periodOf({ periodStart, periodEnd })}</Fact>
          <Fact label={t('claims.beneficiaryCountry')}>
            {claim.beneficiaryCountry && format.country(claim.beneficiaryCountry)}
          </Fact>
          <Fact label={t('claims.consumedIn')}>
            {claim.countryOfConsumption && format.country(claim.countryOfConsumption)}
          </Fact>
          <Fact label={t('claims.note')} wide>
            {claim.note}
          </Fact>
        </Facts>
      </div>
    </Card>
  )
}

function Share({ claim }: { claim: Claim }) {
  const { t } = useTranslation()
  const address = `${location.origin}${claimPath(claim.claimId)}`
  return (
    <Section title={t('claims.share')}>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <QrCode text={address} label={t('claims.qrCode')} />
        <div className="min-w-0 flex-1 basis-60">
          <Facts>
            <Fact label={t('claims.verifyCode')} wide>
              <CopyText text={claim.verifyCode} />
            </Fact>
            <Fact label={t('claims.address')} wide>
              <CopyText text={address} />
            </Fact>
          </Facts>
        </div>
      </div>
      <EmbedCodes
        kind="claim"
        path={claimPath(claim.claimId)}
        title={t('claims.number', { number: claim.claimNumber })}
      />
    </Section>
  )
}

function Certificate({ claim }: { claim: Claim }) {
  const { t, i18n } = useTranslation()
  const { certificate } = claim
  const language = languageOf(i18n.resolvedLanguage)
  const files = certificate?.files ?? []
  // The file in the current language, or the English one until somebody opens that.
  const file = files.find((one) => one.language === language) ?? certificate
  const earlier = files.filter(({ status }) => status === 'SUPERSEDED')
  return (
    <Section title={t('claims.certificate')}>
      {certificate ? (
        <>
          <div className="flex flex-wrap gap-3">
            <a
              href={`${certificate.url}?language=${language}`}
              target="_blank"
              rel="noreferrer"
              className={buttonClass('primary')}
            >
              <FileText aria-hidden size={16} />
              {t('claims.openCertificate')}
            </a>
            {claim.explorerUrl && (
              <a href={claim.explorerUrl} target="_blank" rel="noreferrer" className={buttonClass('plain')}>
                <Link2 aria-hidden size={16} />
                {t('claims.explorer')}
              </a>
            )}
          </div>
          <div className="mt-4">
            <Facts>
              <Fact label={t('claims.certificateNumber')}>
                {t('claims.certificateVersion', { number: certificate.number, version: file?.version ?? 1 })}
              </Fact>
              <Fact label={t('claims.certificateStatus')}>{t(`claims.status.${file?.status ?? 'VALID'}`)}</Fact>
              <Fact label={t('claims.sha256')} wide>
                {file?.sha256 && <CopyText text={file.sha256} />}
              </Fact>
              {earlier.length > 0 && (
                <Fact label={t('claims.earlierVersions')} wide>
                  <p className="text-sm text-ink-soft">{t('claims.superseded')}</p>
                  {earlier.map((one) => (
                    <p key={one.sha256}>
                      <a
                        href={`${certificate.url}?language=${one.language}&version=${one.version}`}
                        target="_blank"
                        rel="noreferrer"
                        className="link"
                      >
                        {t('claims.earlierVersion', {
                          language: t(`languages.${one.language}`),
                          version: one.version,
                        })}
                      </a>{' '}
                      <CopyText text={one.sha256} />
                    </p>
                  ))}
                </Fact>
              )}
            </Facts>
          </div>
        </>
      ) : (
        <Notice
          tone={claim.isImported ? 'neutral' : 'waiting'}
          title={t(claim.isImported ? 'claims.certificateElsewhere' : 'claims.certificateLater')}
        />
      )}
    </Section>
  )
}
