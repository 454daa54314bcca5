import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Credential } from '#proof/credential.ts'
import type { Config } from '#server/infra/config.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { randomName, storingFiles } from '#server/infra/files/storing-files.ts'
import { using } from '#server/infra/files/using.ts'
import type { CertificateData } from '#server/pdf/certificate-data.ts'
import { renderCertificate, turnOfCertificate } from '#server/pdf/writer.ts'
import { siteOf } from '#server/people/tenants/sites.ts'
import { tenantOf, wordsOf } from '#server/people/tenants/tenants.ts'
import type { IssuerOf } from '#server/units/ledger/log-growth.ts'
import { countEntries, rangeOf } from '#server/units/ledger/ranges.ts'
import { publicRecord } from '#server/units/settlement/record.ts'
import { linkOf } from '#server/units/transactions/transactions.ts'
import type { Claim } from '#shared/contract/claims.ts'
import { certificateWordings } from '#shared/rules/certificate-wording.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { type Language, languages } from '#shared/rules/languages.ts'
import { claimPath, projectPath } from '#shared/rules/paths.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { type CertificateRow, certificatesOf, type Reissue, reissueOf, saveCertificate } from './certificates.store.ts'
import { type ClaimDetailRow, certifiedAssetsOf, claimById, claimedRangesOf } from './claims.store.ts'
import { correctionsOf } from './corrections.store.ts'
import { newestCorrection } from './corrections.ts'
import { credentialOf } from './credential.ts'
import { stoppedProjectsOf } from './stopped-projects.store.ts'

export type CertificateDeps = Pick<InfraDeps, 'sql' | 'lookups' | 'config' | 'chain' | 'files' | 'now'> & {
  issuerOf: IssuerOf
}

const rangesCertified = 5_000

/**
 * Null until the retirement is confirmed and linked. A view starts issuing the English certificate and corrected
 * versions in the background; until then `sha256` is null.
 */
export async function certificateSummaryOf(
  deps: CertificateDeps & Pick<InfraDeps, 'log'>,
  claim: ClaimDetailRow,
): Promise<Claim['certificate']> {
  const issued = await certificatesOf(deps.sql, claim.tenantId, claim.claimId)
  if (issued.length === 0 && !(await mayBeIssued(deps, claim))) return null
  const due = languages.filter((language) => {
    const newest = newestOf(issued, language)
    return newest ? newest.isSuperseded : language === 'en'
  })
  for (const language of due) {
    issueOnce(deps, claim, language, pageViews).catch((err: unknown) => {
      // The queue is full; a later view retries.
      if (err instanceof Failure) return
      deps.log.error({ err, claimId: claim.claimId, language }, 'A certificate could not be issued.')
    })
  }
  const english = newestOf(issued, 'en')
  return {
    number: certificateNumber(claim),
    version: english?.version ?? claim.version,
    status: english?.isSuperseded ? 'SUPERSEDED' : 'VALID',
    url: certificateUrl(deps.config, claim),
    sha256: english?.sha256 ?? null,
    files: issued.map(({ language, version, sha256, issuedAt, isSuperseded, reissue }) => ({
      language,
      version,
      status: isSuperseded ? 'SUPERSEDED' : 'VALID',
      sha256,
      issuedAt: issuedAt.toISOString(),
      reason: reissue?.reason ?? null,
    })),
  }
}

/** All page views count as one caller in the queue. */
const pageViews = 'page views'

const newestOf = (issued: readonly CertificateRow[], language: Language) =>
  issued.find((one) => one.language === language)

/**
 * The bytes never change for a version and language. Fails with `not_found`, `conflict` before the retirement is
 * confirmed and for imported claims, `unavailable` if the queue is full.
 */
export async function certificateBytes(
  deps: CertificateDeps,
  tenantId: string,
  claimId: string,
  language: Language,
  version: number | null,
  caller: string,
): Promise<{ bytes: Buffer; sha256: string; fileName: string }> {
  const claim = await certifiedClaim(deps, tenantId, claimId)
  const issued = await issuedCertificate(deps, claim, language, version, caller)
  if (!issued) throw notCertified(claim)
  const file = await deps.files.get(issued.fileKey)
  if (!file) throw new Error(`The certificate ${issued.fileKey} is not in the file store.`)
  const bytes = Buffer.concat(await file.stream.toArray())
  return { bytes, sha256: issued.sha256, fileName: `${certificateNumber(claim)}-v${issued.version}-${language}.pdf` }
}

/** The facts of the English certificate as a signed credential. Fails as `certificateBytes` does. */
export async function certificateCredential(
  deps: CertificateDeps,
  tenantId: string,
  claimId: string,
): Promise<Credential> {
  const claim = await certifiedClaim(deps, tenantId, claimId)
  if (!(await mayBeIssued(deps, claim))) throw notCertified(claim)
  const [rangeCount, issued] = await Promise.all([
    countEntries(deps.sql, tenantId, claim.transactionId),
    certificatesOf(deps.sql, tenantId, claimId),
  ])
  const next = await validVersion(deps, claim, newestOf(issued, 'en'))
  return credentialOf(deps, tenantId, await certificateData(deps, claim, next, 'en', rangeCount))
}

async function certifiedClaim(deps: CertificateDeps, tenantId: string, claimId: string): Promise<ClaimDetailRow> {
  await tenantOf(deps, tenantId)
  const claim = await claimById(deps.sql, claimId, tenantId)
  if (!claim) throw new Failure('not_found', 'There is no such claim.', because('noSuch.claim'))
  return claim
}

function notCertified({ isImported }: ClaimDetailRow): Failure {
  return new Failure(
    'conflict',
    isImported
      ? 'Another registry made this claim, and certifies it; there is no certificate of it here.'
      : 'The certificate is issued once the retirement is confirmed on the chain.',
    because(isImported ? 'claim.importedCertificate' : 'claim.certificateLater'),
  )
}

/** The public address, in English unless `?language=` is added. */
export function certificateUrl(
  { CLAIMS_PDF_URL }: Pick<Config, 'CLAIMS_PDF_URL'>,
  { tenantId, claimId }: Pick<ClaimDetailRow, 'tenantId' | 'claimId'>,
): string {
  return `${CLAIMS_PDF_URL}/${tenantId}/${claimId}.pdf`
}

export function certificateNumber(claim: { number: bigint }): string {
  return `C-${String(claim.number).padStart(6, '0')}`
}

type Version = { version: number; reissue: Reissue | null }

/** Of the valid file: its number is at least that of the claim's wording. */
async function validVersion(
  { sql }: Pick<InfraDeps, 'sql'>,
  claim: ClaimDetailRow,
  newest: CertificateRow | undefined,
): Promise<Version> {
  if (newest?.isSuperseded === false) return newest
  return {
    version: Math.max((newest?.version ?? 0) + 1, claim.version),
    reissue: newest ? await reissueOf(sql, claim.tenantId, newest) : null,
  }
}

/** Issues version 1 if missing and, without `version`, the next one after corrected words. */
async function issuedCertificate(
  deps: CertificateDeps,
  claim: ClaimDetailRow,
  language: Language,
  version: number | null,
  caller: string,
): Promise<CertificateRow | null> {
  const find = async () => {
    const issued = await certificatesOf(deps.sql, claim.tenantId, claim.claimId)
    return issued.find((one) => one.language === language && (version === null || one.version === version)) ?? null
  }
  const stored = await find()
  const isStored = stored !== null && (version !== null || !stored.isSuperseded)
  const isDue = version === null || (version === 1 && claim.version === 1)
  if (isStored || !isDue || !(await mayBeIssued(deps, claim))) return stored
  await issueOnce(deps, claim, language, caller)
  const made = await find()
  if (!made?.isSuperseded) return made
  // A run that was under way knew only the words before a correction.
  await issueOnce(deps, claim, language, caller)
  return find()
}

/** Issues the valid version, unless it exists. Fails as `certificateBytes` does. */
export async function issueNewest(
  deps: CertificateDeps,
  tenantId: string,
  { claimId, language }: { claimId: string; language: Language },
): Promise<void> {
  const claim = await certifiedClaim(deps, tenantId, claimId)
  await issuedCertificate(deps, claim, language, null, acts)
}

/** All acts of registries count as one caller in the queue. */
const acts = 'acts'

/** A certificate states positions on the chain and in the hash chain. */
async function mayBeIssued({ sql }: Pick<InfraDeps, 'sql'>, claim: ClaimDetailRow): Promise<boolean> {
  if (claim.isImported || claim.settlement !== 'confirmed') return false
  return (await linkOf(sql, claim.tenantId, claim.transactionId)) !== null
}

const issuing = new Map<string, Promise<void>>()

/** Concurrent calls share one run. */
function issueOnce(deps: CertificateDeps, claim: ClaimDetailRow, language: Language, caller: string): Promise<void> {
  const name = `${claim.tenantId} ${claim.claimId} ${language}`
  const under = issuing.get(name) ?? issueInTurn(deps, claim, language, caller).finally(() => issuing.delete(name))
  issuing.set(name, under)
  return under
}

async function issueInTurn(
  deps: CertificateDeps,
  claim: ClaimDetailRow,
  language: Language,
  caller: string,
): Promise<void> {
  const rangeCount = await countEntries(deps.sql, claim.tenantId, claim.transactionId)
  await turnOfCertificate(rangeCount)(caller, () => issue(deps, claim, language, rangeCount))
}

/** Waits for certificates in the background, at most `patienceMs`; never fails. */
export async function whenCertificatesAreIssued(patienceMs: number): Promise<void> {
  await Promise.race([Promise.allSettled(issuing.values()), pause(patienceMs, undefined, { ref: false })])
}

/** Issues the next version; discards the file if another process was first. */
async function issue(
  deps: CertificateDeps,
  claim: ClaimDetailRow,
  language: Language,
  rangeCount: number,
): Promise<void> {
  const { tenantId, claimId } = claim
  const newest = newestOf(await certificatesOf(deps.sql, tenantId, claimId), language)
  if (newest && !newest.isSuperseded) return
  const next = await validVersion(deps, claim, newest)
  const { version } = next
  const data = await certificateData(deps, claim, next, language, rangeCount)
  const credential = JSON.stringify(await credentialOf(deps, tenantId, data), null, 2)
  const bytes = await renderCertificate({ ...data, credential }, language)
  const sha256 = createHash('sha256').update(bytes).digest()
  const wording = certificateWordings[language]
  const key = `certificates/${tenantId}/${claimId}/v${version}-${language}-${randomName()}.pdf`
  await using(deps.files.draft([bytes]), (draft) =>
    storingFiles(deps, tenantId, [{ key, draft, mediaType: 'application/pdf' }], async (tx, releaseFiles) => {
      const versions = { version, language, wording, claimVersion: claim.version, reissueId: next.reissue?.id ?? null }
      const isFirst = await saveCertificate(tx, { tenantId, claimId, ...versions, fileKey: key, sha256 })
      if (!isFirst) await releaseFiles([key])
    }),
  )
}

async function certificateData(
  deps: Pick<InfraDeps, 'sql' | 'lookups' | 'config' | 'chain'>,
  claim: ClaimDetailRow,
  { version, reissue }: Version,
  language: Language,
  rangeCount: number,
): Promise<CertificateData> {
  const { tenantId, transactionId } = claim
  const [{ tenant, origin }, link, assets, stopped, ranges, record, corrections] = await Promise.all([
    siteOf(deps, tenantId),
    linkOf(deps.sql, tenantId, transactionId),
    certifiedAssetsOf(deps.sql, tenantId, transactionId),
    stoppedProjectsOf(deps.sql, tenantId, transactionId),
    claimedRangesOf(deps.sql, tenantId, transactionId, rangesCertified),
    publicRecord(deps, tenantId, transactionId),
    correctionsOf(deps.sql, tenantId, claim.claimId),
  ])
  const words = wordsOf(tenant, language)
  const chain = record?.chain
  const correction = newestCorrection(claim, corrections)
  const projectUrl = (projectId: string, accountId: string) =>
    origin + projectPath(formatProjectKey({ tenantId, accountId, projectId }))
  return {
    registry: { name: words.name, owner: tenant.owner, accent: tenant.accent },
    number: certificateNumber(claim),
    version,
    ...(correction && { correction }),
    ...(reissue && { reissue: { reason: reissue.reason, at: reissue.at } }),
    beneficiary: { name: claim.beneficiary, kind: claim.beneficiaryKind, country: claim.beneficiaryCountry },
    retiredBy: claim.retiredBy,
    quantity: toWire(claim.quantity),
    unitName: { singular: words.assetName, plural: words.assetNamePlural },
    purpose: claim.purpose,
    purposeDetail: claim.purposeDetail,
    period: claim.periodStart && claim.periodEnd ? { start: claim.periodStart, end: claim.periodEnd } : null,
    countryOfConsumption: claim.countryOfConsumption,
    note: claim.noteIsPublic ? claim.note : null,
    claimedAt: claim.claimedAt,
    projects: assets.map((asset) => ({
      name: asset.projectName,
      id: String(asset.projectNumber),
      url: projectUrl(asset.projectId, asset.projectAccountId),
      country: asset.country,
      type: asset.kind,
      proponent: asset.proponent,
      methodology: asset.methodology,
      version: asset.methodologyVersion,
      standard: asset.standard,
      vintage: asset.vintage,
      monitoringPeriod: { start: asset.periodStart, end: asset.periodEnd },
      verifier: asset.verifier,
      verifiedAt: asset.verifiedAt?.toISOString() ?? null,
      stoppedAs: stopped.find(({ projectId }) => projectId === asset.projectId)?.whenClaimed?.status ?? null,
    })),
    ranges: ranges.map((range) => ({ ...rangeOf(range), project: range.projectName })),
    rangeCount,
    ledger: link && { sequence: toWire(link.sequence), hash: link.hash },
    chain: chain?.transactionHash
      ? {
          transactionHash: chain.transactionHash,
          chainId: chain.chainId,
          blockNumber: chain.blockNumber,
          url: chain.explorerUrl,
        }
      : null,
    verifyCode: claim.verifyCode,
    url: origin + claimPath(claim.claimId),
  }
}
