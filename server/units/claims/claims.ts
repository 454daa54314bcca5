import { Accepted } from '#server/infra/accepted.ts'
import { inTenant, newId } from '#server/infra/db/database.ts'
import type { FacetCounts } from '#server/infra/db/facets.ts'
import { forgiving, type Search } from '#server/infra/db/forgiving.ts'
import { pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { permitAccount } from '#server/people/accounts/accounts.ts'
import { booksOf } from '#server/people/auditors/books.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { methodologyNames } from '#server/units/facet-values.store.ts'
import { type ClaimWording, claim } from '#server/units/ledger/movements.ts'
import { withNewPreview } from '#server/units/ledger/previewed.ts'
import { countEntries, rangeOf, rangesShown } from '#server/units/ledger/ranges.ts'
import { pendingNamed } from '#server/units/pending/pending.ts'
import { explorerUrlOf } from '#server/units/transactions/transactions.ts'
import { movementPreview } from '#server/units/wallet/wallet.ts'
import type { listBookedClaims } from '#shared/contract/auditor-links.ts'
import type {
  Claim,
  ClaimFacet,
  ClaimSummary,
  createClaim,
  listClaims,
  OwnWords,
  readClaimFacets,
} from '#shared/contract/claims.ts'
import type { ReplyOf, ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { PendingAct } from '#shared/contract/pending.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Idempotency } from '#shared/rules/idempotency.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Actor, memberOf } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import type { CertificateDeps } from './certificates.ts'
import { certificateSummaryOf } from './certificates.ts'
import { claimFacetsBy } from './claim-facets.store.ts'
import { claimHash, newPrivateSalt, newVerifyCode } from './claim-words.ts'
import {
  batchesOf,
  type ClaimRow,
  claimById,
  claimedRangesOf,
  claimsBy,
  rangesOfClaims,
  waysToFind,
} from './claims.store.ts'
import { correctionsOf } from './corrections.store.ts'
import { correctableUntil, versionsOf } from './corrections.ts'
import { ownWordsOf } from './own-words.store.ts'
import { stoppedProjectsOf } from './stopped-projects.store.ts'

export { type ClaimDetailRow, claimById, claimedRangesOf } from './claims.store.ts'

/** A tenant's claims, newest first, for anybody; one account's for readers of its wallet. */
export async function claimList(
  deps: LookupDeps,
  actor: Actor,
  query: ValidQueryOf<typeof listClaims>,
): Promise<ReplyOf<typeof listClaims>> {
  const { tenantId, serials, cursor, limit, q, ...listed } = query
  await permitList(deps, actor, query)
  const filter = { ...listed, isOwn: isOwn(actor, query) }
  const page = await pageOf(query, {
    correct: corrector(deps.sql, actor, tenantId),
    read: (part) => claimsBy(deps.sql, tenantId, filter, part),
    itemOf: summaryOf,
  })
  const items = serials ? await withSerials(deps, tenantId, page.items) : page.items
  return { ...page, items: filter.isOwn ? await withOwnWords(deps, actor, items) : items }
}

/** A tenant admin may list an account's claims, without private words. */
const isOwn = (
  { tenantId, accountIds }: Actor,
  query: Pick<ValidQueryOf<typeof listClaims>, 'tenantId' | 'accountId'>,
): boolean => query.accountId !== undefined && query.tenantId === tenantId && accountIds.includes(query.accountId)

async function withOwnWords(
  { sql }: Pick<InfraDeps, 'sql'>,
  { tenantId, accountIds }: Actor,
  claims: readonly ClaimSummary[],
): Promise<ClaimSummary[]> {
  if (claims.length === 0) return []
  const ids = claims.map(({ claimId }) => claimId)
  const rows = await inTenant(sql, tenantId, (tx) => ownWordsOf(tx, tenantId, accountIds, ids))
  const byClaim = new Map(rows.map(({ claimId, ...own }) => [claimId, own]))
  return claims.map((claim) => ({ ...claim, own: byClaim.get(claim.claimId) }))
}

/**
 * The claims that the account made here, with its private words: for its people, and in a link's years for auditors.
 * Fails as `booksOf`.
 */
export async function bookedClaims(
  deps: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  { year, ...query }: ValidQueryOf<typeof listBookedClaims>,
): Promise<ReplyOf<typeof listBookedClaims>> {
  const { tenantId, accountId } = await booksOf(deps, actor, {
    year: year === undefined ? null : Number(year),
    accountId: undefined,
  })
  const first = year ?? actor.link?.firstYear
  const last = year ?? actor.link?.lastYear
  const filter = {
    accountId,
    isOfBooks: true,
    from: first === undefined ? undefined : `${first}-01-01`,
    to: last === undefined ? undefined : `${last}-12-31`,
  }
  const page = await pageOf(query, {
    read: (part) => claimsBy(deps.sql, tenantId, filter, part),
    itemOf: summaryOf,
  })
  const items = await withOwnWords(deps, actor, page.items)
  return {
    ...page,
    items: items.map(({ own, ...claim }) => ({
      ...claim,
      ownReference: own?.ownReference ?? '',
      privateNote: own?.privateNote ?? '',
      privateSalt: own?.privateSalt ?? null,
    })),
  }
}

/** Fails with `not_found` for claims of other accounts. */
export async function ownWordsNamed(
  { sql }: Pick<InfraDeps, 'sql'>,
  { tenantId, accountIds }: Actor,
  claimId: string,
): Promise<OwnWords> {
  const [row] = await inTenant(sql, tenantId, (tx) => ownWordsOf(tx, tenantId, accountIds, [claimId]))
  if (!row) throw noSuchClaim()
  const { claimId: _, ...own } = row
  return own
}

const noSuchClaim = () => new Failure('not_found', 'There is no such claim.', because('noSuch.claim'))

/** Counts over the claims of `claimList`. */
export async function claimFacetsIn(
  deps: LookupDeps,
  actor: Actor,
  { facet, find, ...query }: ValidQueryOf<typeof readClaimFacets>,
): Promise<ReplyOf<typeof readClaimFacets>> {
  const { tenantId, q, ...listed } = query
  const filter = { ...listed, isOwn: isOwn(actor, query) }
  const { sql } = deps
  await permitList(deps, actor, query)
  const valueSearch = facet === undefined ? null : { facet, find: find ?? '' }
  const countsOf = async (search: Search | null) => {
    let counts: FacetCounts<ClaimFacet> = { facets: [], total: 0 }
    for (const matching of waysToFind(sql, tenantId, filter, search)) {
      counts = await claimFacetsBy(sql, tenantId, {
        matching,
        choice: filter,
        valueSearch,
        projectId: filter.projectId,
      })
      if (counts.total > 0) break
    }
    return counts
  }
  const { found } = await forgiving(q, corrector(sql, actor, tenantId), {
    read: countsOf,
    isEmpty: ({ total }) => total === 0,
  })
  const { facets, total: _, ...bound } = found
  const ids = facets.flatMap((one) => (one.facet === 'methodologyId' ? one.values.map(({ value }) => value) : []))
  const names = ids.length > 0 ? await methodologyNames(sql, tenantId, ids) : new Map<string, string>()
  return {
    ...bound,
    facets: facets.map((one) => ({
      ...one,
      values: one.values.map((each) => ({ ...each, name: names.get(each.value) ?? null })),
    })),
  }
}

async function permitList(
  deps: LookupDeps,
  actor: Actor,
  { tenantId, accountId }: Pick<ValidQueryOf<typeof listClaims>, 'tenantId' | 'accountId'>,
): Promise<void> {
  await tenantOf(deps, tenantId)
  if (accountId !== undefined) await permitAccount(deps, actor, 'transaction.list', { tenantId, accountId })
}

async function withSerials(
  { sql }: Pick<InfraDeps, 'sql'>,
  tenantId: string,
  claims: readonly ClaimSummary[],
): Promise<ClaimSummary[]> {
  const ids = claims.map(({ transactionId }) => transactionId)
  const ranges = ids.length > 0 ? await rangesOfClaims(sql, tenantId, ids, limits.claimRanges) : []
  const byClaim = Map.groupBy(ranges, ({ transactionId }) => transactionId)
  return claims.map((claim) => ({
    ...claim,
    serials: (byClaim.get(claim.transactionId) ?? []).map((range) => rangeOf(range).serial),
  }))
}

export async function claimsNamed(
  { sql }: Pick<InfraDeps, 'sql'>,
  tenantId: string,
  search: Search,
  query: { limit: number; cursor?: string | undefined },
): Promise<ReplyOf<typeof listClaims>> {
  return pageOf(query, {
    read: (part) => claimsBy(sql, tenantId, {}, { ...part, search }),
    itemOf: summaryOf,
  })
}

/** Fails with `not_found`. */
export async function claimNamed(
  deps: CertificateDeps & Pick<InfraDeps, 'log'>,
  id: string,
  tenantId: string | undefined,
): Promise<Claim> {
  const row = await claimById(deps.sql, id, tenantId ?? null)
  if (!row) throw noSuchClaim()
  await tenantOf(deps, row.tenantId)
  const [ranges, rangeCount, batches, stopped, corrections, certificate] = await Promise.all([
    claimedRangesOf(deps.sql, row.tenantId, row.transactionId, rangesListed),
    countEntries(deps.sql, row.tenantId, row.transactionId),
    batchesOf(deps.sql, row.tenantId, row.transactionId),
    stoppedProjectsOf(deps.sql, row.tenantId, row.transactionId),
    correctionsOf(deps.sql, row.tenantId, row.claimId),
    certificateSummaryOf(deps, row),
  ])
  return {
    ...summaryOf(row),
    version: row.version,
    versions: versionsOf(row, corrections),
    correctableUntil: row.isImported ? null : correctableUntil(row).toISOString(),
    purposeDetail: row.purposeDetail,
    periodStart: row.periodStart,
    periodEnd: row.periodEnd,
    countryOfConsumption: row.countryOfConsumption,
    note: row.noteIsPublic ? row.note : null,
    verifyCode: row.verifyCode,
    serials: ranges.map((range) => ({
      ...rangeOf(range),
      projectName: range.projectName,
      projectKey: formatProjectKey({ ...row, accountId: range.projectAccountId, projectId: range.projectId }),
      vintage: range.vintage,
    })),
    rangeCount,
    batches: batches.map(({ first, last, issued, ...batch }) => ({
      ...batch,
      first: toWire(first),
      last: toWire(last),
      issued: toWire(issued),
    })),
    stoppedProjects: stopped.map(({ projectId, projectAccountId: accountId, ...project }) => ({
      ...project,
      projectKey: formatProjectKey({ tenantId: row.tenantId, accountId, projectId }),
    })),
    settlementReason: row.settlementReason,
    transactionHash: row.transactionHash,
    explorerUrl: explorerUrlOf(deps, row.transactionHash),
    certificate,
  }
}

/** The certificate's annex lists more. */
const rangesListed = rangesShown * 50

/** Commits before settlement on the chain. */
export async function makeClaim(
  deps: CertificateDeps & Pick<UnitsDeps, 'log' | 'movementBell'>,
  actor: Actor,
  idempotency: Idempotency,
  draft: ValidBodyOf<typeof createClaim>,
): Promise<Claim | Accepted<PendingAct>> {
  const member = memberOf(actor)
  const wording = wordingOf(draft)
  const documentHash = claimHash(member.tenantId, member.accountId, wording, draft.items)
  const made = await claim(
    deps.sql,
    { actor: member, idempotency, previewId: draft.previewId },
    { from: member.accountId, items: draft.items, wording, documentHash },
  ).catch(withNewPreview(() => movementPreview(deps, actor, { items: draft.items })))
  if ('pendingId' in made) return new Accepted(await pendingNamed(deps, actor, made.pendingId))
  deps.movementBell.ring()
  return claimNamed(deps, made.claimId, member.tenantId)
}

function wordingOf(draft: ValidBodyOf<typeof createClaim>): ClaimWording {
  const { periodStart, periodEnd } = draft
  return {
    id: newId(),
    beneficiary_kind: draft.beneficiaryKind,
    beneficiary_name: draft.beneficiaryKind === 'anonymous' ? '' : (draft.beneficiary ?? ''),
    beneficiary_country: draft.beneficiaryCountry ?? null,
    purpose: draft.purpose,
    purpose_detail: draft.purposeDetail ?? '',
    period: periodStart && periodEnd ? `[${periodStart},${periodEnd}]` : null,
    country_of_consumption: draft.countryOfConsumption ?? null,
    note: draft.note ?? '',
    note_is_public: draft.noteIsPublic ?? false,
    notify_email: draft.notifyEmail ?? null,
    notify_language: draft.notifyLanguage ?? null,
    own_reference: draft.ownReference ?? null,
    private_salt: newPrivateSalt(draft),
    verify_code: newVerifyCode(),
  }
}

function summaryOf(row: ClaimRow): ClaimSummary {
  const { tenantId, projectId, projectAccountId } = row
  return {
    claimId: row.claimId,
    tenantId,
    claimNumber: toWire(row.number),
    accountId: row.accountId,
    // An import books retirements on the developer's account: exports do not tell who retired.
    retiredBy: row.isImported ? '' : row.retiredBy,
    beneficiary: row.beneficiary,
    beneficiaryKind: row.beneficiaryKind,
    beneficiaryCountry: row.beneficiaryCountry,
    project: row.project,
    projectKey: projectId && projectAccountId && formatProjectKey({ tenantId, accountId: projectAccountId, projectId }),
    vintage: row.vintage,
    quantity: toWire(row.quantity),
    ...(row.quantityOfProject !== null && { quantityOfProject: toWire(row.quantityOfProject) }),
    purpose: row.purpose,
    claimedAt: row.claimedAt,
    transactionId: row.transactionId,
    settlement: row.settlement,
    isImported: row.isImported,
  }
}
