import type { Database } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import { claimsNamed } from '#server/units/claims/claims.ts'
import type { ReplyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import { type SearchGroup, type SearchHit, type SearchKind, type search, searchKinds } from '#shared/contract/search.ts'
import { because, invalidAt } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { limits } from '#shared/rules/limits.ts'
import { accountProjectsPath, accountReviewPath, claimPath, methodologyPath, projectPath } from '#shared/rules/paths.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { find } from './registry.store.ts'
import { pathOf } from './registry.ts'
import {
  accountsMatching,
  type HitRow,
  methodologiesMatching,
  nearestHeld,
  projectsMatching,
  unknownWords,
  type Viewer,
  wordsLike,
} from './search.store.ts'
import { isShort, mayBeMisspelt, mostWrong, termsOf, wordsNear, wordsOf } from './search-terms.ts'

const perKind = 5
/** Maximum offset. */
const deepest = 1_000
/** Corrections per word. */
const mostTried = 8
const anybody: Viewer = { isTenantAdmin: false, accountIds: [] }

type SearchRequest = { tenantId: string; viewer: Viewer; q: string; limit: number; kind?: SearchKind; cursor?: string }

/**
 * Searches by code and words; without hits, by corrected words. Statements run in sequence, so that a search uses one
 * connection.
 */
export async function searchRegistry(
  deps: LookupDeps,
  actor: Actor,
  { tenantId, q, limit = perKind, kind, cursor }: ValidQueryOf<typeof search>,
): Promise<ReplyOf<typeof search>> {
  await tenantOf(deps, tenantId)
  const viewer = tenantId === actor.tenantId ? actor : anybody
  const request = { tenantId, viewer, q, limit, ...(kind && { kind, ...(cursor && { cursor }) }) }
  const groups = await found(deps, request)
  if (groups.length > 0) return { groups, corrected: null }
  const corrected = await correctedIn(deps.sql, request)
  const instead = corrected === null ? [] : await found(deps, { ...request, q: corrected })
  return { groups: instead, corrected: instead.length > 0 ? corrected : null }
}

async function found(deps: Pick<InfraDeps, 'sql'>, request: SearchRequest): Promise<SearchGroup[]> {
  const named = request.cursor === undefined ? await hitsNamed(deps, request) : []
  const groups: SearchGroup[] = []
  for (const kind of searchKinds.filter((each) => request.kind === undefined || each === request.kind)) {
    const exact = named.filter((hit) => hit.kind === kind)
    const { items: worded, nextCursor } = await wordsFound(deps, request, kind)
    const items = [
      ...exact.map((hit) => worded.find(({ id }) => id === hit.id) ?? hit),
      ...worded.filter(({ id }) => !exact.some((hit) => hit.id === id)),
    ]
    if (items.length > 0) groups.push({ kind, items, nextCursor })
  }
  return groups
}

/** Without statements, which have no page. */
async function hitsNamed({ sql }: Pick<InfraDeps, 'sql'>, { tenantId, q, limit }: SearchRequest): Promise<SearchHit[]> {
  const rows = await find(sql, tenantId, q, limit)
  return rows.flatMap((row) => {
    const { kind, id, title } = row
    if (kind === 'statement') return []
    return [{ kind, id, title, about: '', country: null, quantity: null, path: pathOf(tenantId, row) }]
  })
}

type Part = Pick<SearchGroup, 'items' | 'nextCursor'>
const nothing: Part = { items: [], nextCursor: null }

async function wordsFound(deps: Pick<InfraDeps, 'sql'>, request: SearchRequest, kind: SearchKind): Promise<Part> {
  const { tenantId, viewer } = request
  const terms = termsOf(request.q)
  if (terms.length === 0) return nothing
  switch (kind) {
    case 'project':
      return sliceOf(
        request,
        (slice) => projectsMatching(deps.sql, tenantId, viewer, terms, slice),
        kind,
        (row) => projectPath(formatProjectKey({ tenantId, accountId: row.accountId, projectId: row.id })),
      )
    case 'account':
      return sliceOf(
        request,
        (slice) => accountsMatching(deps.sql, tenantId, viewer, terms, slice),
        kind,
        (row) => (viewer.isTenantAdmin ? accountReviewPath(row.id) : accountProjectsPath(row.id)),
      )
    case 'methodology':
      return sliceOf(
        request,
        (slice) => methodologiesMatching(deps.sql, tenantId, viewer, terms, slice),
        kind,
        (row) => methodologyPath(row.id),
      )
    case 'claim':
      return claimsFound(deps, request)
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

async function claimsFound(deps: Pick<InfraDeps, 'sql'>, { tenantId, q, limit, cursor }: SearchRequest): Promise<Part> {
  const { items, nextCursor } = await claimsNamed(deps, tenantId, { q, limit, cursor })
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

/**
 * Replaces unknown words by the nearest ones that occur with the others; if all are known, replaces the first possible
 * word. Null without a correction.
 */
async function correctedIn(sql: Database, { tenantId, viewer, q }: SearchRequest): Promise<string | null> {
  const words = wordsOf(q)
  if (words.length > limits.wordsCorrected) return null
  const nearest = async (word: string, others: readonly string[]) => {
    const known = await wordsLike(sql, tenantId, { word, mostWrong: mostWrong(word) })
    const near = wordsNear(word, known).slice(0, mostTried)
    return near.length === 0 ? null : nearestHeld(sql, tenantId, viewer, near, termsOf(others.join(' ')))
  }
  // Nearly every text contains short words.
  const unknown = await unknownWords(
    sql,
    tenantId,
    viewer,
    words.filter((word) => !isShort(word)),
  )
  if (!unknown.every(mayBeMisspelt)) return null
  const known = words.filter((word) => !unknown.includes(word))
  const corrections = new Map<string, string>()
  for (const word of unknown) {
    const instead = await nearest(word, known)
    if (instead === null) return null
    corrections.set(word, instead)
  }
  for (const word of unknown.length === 0 && words.length > 1 ? words.filter(mayBeMisspelt) : []) {
    const others = words.filter((other) => other !== word)
    const instead = await nearest(word, others)
    if (instead !== null) return words.map((each) => (each === word ? instead : each)).join(' ')
  }
  return corrections.size > 0 ? words.map((word) => corrections.get(word) ?? word).join(' ') : null
}
