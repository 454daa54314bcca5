import { forgiving, type Search } from '#server/infra/db/forgiving.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { corrected, viewerIn } from '#server/people/search/corrections.ts'
import type { Viewer } from '#server/people/search/seen.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import { claimsNamed } from '#server/units/claims/claims.ts'
import type { ReplyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type { SearchGroup, SearchHit, search } from '#shared/contract/search.ts'
import { because, invalidAt } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { accountProjectsPath, accountReviewPath, claimPath, methodologyPath, projectPath } from '#shared/rules/paths.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { type SearchKind, searchKinds } from '#shared/rules/search-kinds.ts'
import { find } from './registry.store.ts'
import { pathOf } from './registry.ts'
import { accountsMatching, type HitRow, methodologiesMatching, projectsMatching } from './search.store.ts'

const perKind = 5
/** Maximum offset. */
const deepest = 1_000

type SearchRequest = { tenantId: string; viewer: Viewer; limit: number; kind?: SearchKind; cursor?: string }

/** Searches by code and words, as lists do. Statements run in sequence, so that a search uses one connection. */
export async function searchRegistry(
  deps: LookupDeps,
  actor: Actor,
  { tenantId, q, limit = perKind, kind, cursor }: ValidQueryOf<typeof search>,
): Promise<ReplyOf<typeof search>> {
  await tenantOf(deps, tenantId)
  const viewer = viewerIn(actor, tenantId)
  const request = { tenantId, viewer, limit, ...(kind && { kind, ...(cursor && { cursor }) }) }
  const { found, forgiven } = await forgiving(q, (text) => corrected(deps.sql, tenantId, viewer, text), {
    read: async (search) => (search ? groupsFound(deps, request, search) : []),
    isEmpty: (groups) => groups.length === 0,
  })
  return { corrected: null, ...forgiven, groups: found }
}

async function groupsFound(
  deps: Pick<InfraDeps, 'sql'>,
  request: SearchRequest,
  search: Search,
): Promise<SearchGroup[]> {
  const named = request.cursor === undefined ? await hitsNamed(deps, request, search) : []
  const groups: SearchGroup[] = []
  for (const kind of searchKinds.filter((each) => request.kind === undefined || each === request.kind)) {
    const exact = named.filter((hit) => hit.kind === kind)
    const { items: worded, nextCursor } = await wordsFound(deps, request, search, kind)
    const items = [
      ...exact.map((hit) => worded.find(({ id }) => id === hit.id) ?? hit),
      ...worded.filter(({ id }) => !exact.some((hit) => hit.id === id)),
    ]
    if (items.length > 0) groups.push({ kind, items, nextCursor })
  }
  return groups
}

/** Without statements, which have no page. */
async function hitsNamed(
  { sql }: Pick<InfraDeps, 'sql'>,
  { tenantId, limit }: SearchRequest,
  { q, isSimilar }: Search,
): Promise<SearchHit[]> {
  if (isSimilar) return []
  const rows = await find(sql, tenantId, q, limit)
  return rows.flatMap((row) => {
    const { kind, id, title } = row
    if (kind === 'statement') return []
    return [{ kind, id, title, about: '', country: null, quantity: null, path: pathOf(tenantId, row) }]
  })
}

type Part = Pick<SearchGroup, 'items' | 'nextCursor'>
const nothing: Part = { items: [], nextCursor: null }

async function wordsFound(
  deps: Pick<InfraDeps, 'sql'>,
  request: SearchRequest,
  search: Search,
  kind: SearchKind,
): Promise<Part> {
  const { tenantId, viewer } = request
  if (search.terms.length === 0) return nothing
  switch (kind) {
    case 'project':
      return sliceOf(
        request,
        (slice) => projectsMatching(deps.sql, tenantId, viewer, search, slice),
        kind,
        (row) => projectPath(formatProjectKey({ tenantId, accountId: row.accountId, projectId: row.id })),
      )
    case 'account':
      return sliceOf(
        request,
        (slice) => accountsMatching(deps.sql, tenantId, viewer, search, slice),
        kind,
        (row) => (viewer.isTenantAdmin ? accountReviewPath(row.id) : accountProjectsPath(row.id)),
      )
    case 'methodology':
      return sliceOf(
        request,
        (slice) => methodologiesMatching(deps.sql, tenantId, viewer, search, slice),
        kind,
        (row) => methodologyPath(row.id),
      )
    case 'claim':
      return claimsFound(deps, request, search)
    case 'transaction':
    case 'document':
      return nothing
  }
}

async function sliceOf(
  { cursor, limit }: SearchRequest,
  read: (slice: { from: number; limit: number }) => Promise<HitRow[]>,
  kind: SearchKind,
  path: (row: HitRow) => string,
): Promise<Part> {
  const from = placeIn(cursor)
  const rows = await read({ from, limit: limit + 1 })
  const hasMore = rows.length > limit && from + limit < deepest
  return {
    items: rows.slice(0, limit).map((row) => ({
      kind,
      id: row.id,
      title: row.title,
      about: row.about,
      country: row.country,
      quantity: row.quantity === null ? null : toWire(row.quantity),
      path: path(row),
    })),
    nextCursor: hasMore ? String(from + limit) : null,
  }
}

/** The order has no stable key, so cursors are offsets. */
function placeIn(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  if (!/^\d{1,4}$/.test(cursor) || Number(cursor) > deepest)
    throw invalidAt('cursor', 'not a cursor of this list', because('request.cursor'))
  return Number(cursor)
}

async function claimsFound(
  deps: Pick<InfraDeps, 'sql'>,
  { tenantId, limit, cursor }: SearchRequest,
  search: Search,
): Promise<Part> {
  const { items, nextCursor } = await claimsNamed(deps, tenantId, search, { limit, cursor })
  return {
    items: items.map((claim) => ({
      kind: 'claim',
      id: claim.claimId,
      title: String(claim.claimNumber),
      about: [claim.beneficiary, claim.project].filter(Boolean).join(' · '),
      country: claim.beneficiaryCountry,
      quantity: claim.quantity,
      path: claimPath(claim.claimId),
    })),
    nextCursor,
  }
}
