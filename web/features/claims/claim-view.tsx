import { lazy, Suspense } from 'react'
import type { Claim } from '#shared/contract/claims.ts'
import { beneficiaryPath } from '#shared/rules/beneficiary-path.ts'
import { paths, recordPath } from '#shared/rules/paths.ts'
import { EvidenceSection } from '#web/domain/evidence-section.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { ProjectLink } from '#web/domain/project-link.tsx'
import { SerialRanges } from '#web/domain/serials.tsx'
import { NotStated, StatedFact } from '#web/domain/stated-fact.tsx'
import { isMissing } from '#web/lib/call.ts'
import { firstHeading } from '#web/lib/first-heading.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Card, Page, Section } from '#web/ui/page.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { Word } from '#web/ui/word.tsx'
import { CertificateSection } from './certificate-section.tsx'
import { ClaimSeal } from './claim-seal.tsx'
import { ClaimShare } from './claim-share.tsx'
import { OwnWordsSection } from './own-words.tsx'
import { usePurpose } from './purpose.ts'
import { sealOf } from './seal-of.ts'
import { SettlementSteps } from './settlement-steps.tsx'
import { useSettlement } from './use-settlement.ts'

const ClaimVersions = lazy(async () => ({ default: (await import('./claim-versions.tsx')).ClaimVersions }))

/** Refresh interval while the certificate is being created. */
const issuingEveryMs = 2_000

function isBeingIssued(claim: Claim | undefined): boolean {
  if (claim?.settlement !== 'confirmed' || claim.isImported) return false
  return claim.certificate?.status !== 'VALID' || claim.certificate.sha256 === null
}

export function ClaimView({ claimId }: { claimId: string }) {
  const { t } = useTranslation()
  const claim = useRead(reading.readClaim, {
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
    >
      <Loaded from={claim} rows={6}>
        {(read) => (
          <>
            <Stopped projects={read.stoppedProjects} />
            <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,18rem)] lg:grid-rows-[auto_1fr]">
              <Summary claim={{ ...read, settlement: state ?? read.settlement }} />
              <div className="min-w-0 lg:row-span-2">
                <CertificateSection claim={read} />
              </div>
              <div className="min-w-0">
                <Section title={<Word of="serial number">{t('claims.serials')}</Word>}>
                  <SerialRanges ranges={read.serials} count={read.rangeCount} batches={read.batches} />
                  {read.certificate && read.rangeCount > read.serials.length && (
                    <p className="text-sm text-ink-faint">{t('claims.allInCertificate')}</p>
                  )}
                </Section>
                <Section title={<Word of="settlement">{t('claims.settlement')}</Word>}>
                  <SettlementSteps state={state ?? read.settlement} reason={read.settlementReason} />
                  <p className="mt-4">
                    <Link to={recordPath(read.transactionId)} className="link">
                      {t('claims.toRecord')}
                    </Link>
                  </p>
                </Section>
                <EvidenceSection of={{ tenantId: read.tenantId, claimId: read.claimId }} />
                <Suspense>
                  <ClaimVersions claim={read} />
                </Suspense>
                <OwnWordsSection claim={read} />
                <ClaimShare claim={read} />
              </div>
            </div>
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
  const isOrganisation = claim.beneficiaryKind === 'organisation' && claim.beneficiary !== ''
  return (
    <Card>
      <ClaimSeal seal={sealOf(claim)} />
      <p className="tabular mt-6 text-title font-semibold tracking-tight">{format.quantity(claim.quantity)}</p>
      <p className="mt-1 text-ink-soft">{claim.quantity === 1 ? assetName : assetNamePlural}</p>
      {claim.beneficiary ? (
        <p className="mt-6">
          <span className="block text-sm text-ink-faint">{t('claims.retiredFor')}</span>
          <strong className="block text-lg font-semibold break-words sm:text-title">{claim.beneficiary}</strong>
          {isOrganisation && (
            <Link to={beneficiaryPath(claim.beneficiary)} className="link inline-block min-h-6">
              {t('retirement.allFor')}
            </Link>
          )}
        </p>
      ) : (
        <p className="mt-6 text-lg">{t('claims.retiredForUnnamed')}</p>
      )}
      <div className="mt-4">
        <Facts>
          <StatedFact label={<Word of="retire">{t('claims.retiredBy')}</Word>}>{claim.retiredBy}</StatedFact>
          <Fact label={t('claims.column.when')}>{format.time(claim.claimedAt)}</Fact>
          <Fact label={t('claims.column.project')}>
            <ProjectLink of={claim} className="link" />
          </Fact>
          <Fact label={<Word of="vintage">{t('claims.column.vintage')}</Word>}>{claim.vintage}</Fact>
          <Fact label={t('claims.purpose')}>{isPurposeStated(claim) ? purposeOf(claim.purpose) : <NotStated />}</Fact>
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

/** Imports store "other" for every purpose; exports have a free text at most. */
const isPurposeStated = ({ isImported, purpose }: Claim) => !(isImported && purpose === 'other')
