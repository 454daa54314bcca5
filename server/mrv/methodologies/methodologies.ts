import type { Sql } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import { type OwnWork, ownWorkAmong, readOwnWorkAmong } from '#server/people/duties/duties.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { ValidQueryOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/methodologies.ts'
import type { Work } from '#shared/rules/duties.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { actsIn } from '#shared/rules/lifecycle/machine.ts'
import { type MethodologyAct, methodologyMachine } from '#shared/rules/lifecycle/methodology.ts'
import { type Act, type Actor, mayReach, userIdOf } from '#shared/rules/permissions.ts'
import {
  type MethodologyRow,
  methodologiesBy,
  methodologyById,
  newestByName,
  pageParts,
  type Viewer,
} from './methodologies.store.ts'

/**
 * Approved methodologies and the caller's proposals; all for tenant admins. For another registry, only approved ones.
 */
export async function methodologiesFor(
  deps: LookupDeps,
  actor: Actor,
  query: ValidQueryOf<typeof contract.listMethodologies>,
): Promise<Page<contract.Methodology>> {
  const { tenantId, viewer } = await seenIn(deps, actor, query.tenantId)
  return pageOf(query, {
    correct: corrector(deps.sql, actor, tenantId),
    read: async (part) => {
      const found = await methodologiesBy(deps.sql, tenantId, viewer, query, part)
      const isOwn = await readOwnWorkAmong(deps.sql, actor, 'methodology.decide', worksOf(actor, found.rows))
      return { ...found, rows: found.rows.map((row) => ({ ...row, isOwn })) }
    },
    itemOf: ({ isOwn, ...row }) => methodologyOf(actor, row, isOwn),
  })
}

/** Ignores case; fails with `not_found`. */
export async function methodologyNamed(
  deps: LookupDeps,
  actor: Actor,
  query: ValidQueryOf<typeof contract.readMethodology>,
): Promise<contract.Methodology> {
  const { tenantId, viewer } = await seenIn(deps, actor, query.tenantId)
  const row = await newestByName(deps.sql, tenantId, viewer, query.methodologyName)
  if (!row) throw noSuchMethodology()
  const isOwn = await readOwnWorkAmong(deps.sql, actor, 'methodology.decide', worksOf(actor, [row]))
  return methodologyOf(actor, row, isOwn)
}

const anybody: Viewer = { isTenantAdmin: false, accountIds: [] }

/**
 * The registry and the viewer's rights in it; members of others are visitors. Throws `unauthenticated` for a visitor
 * without `tenantId`.
 */
async function seenIn(
  deps: LookupDeps,
  actor: Actor,
  named: string | undefined,
): Promise<{ tenantId: string; viewer: Viewer }> {
  if (named === undefined) userIdOf(actor)
  const tenantId = named ?? actor.tenantId
  await tenantOf(deps, tenantId)
  return { tenantId, viewer: tenantId === actor.tenantId ? actor : anybody }
}

/** Fails with `not_found` if hidden. */
export async function methodologyFor(
  deps: LookupDeps,
  actor: Actor,
  methodologyId: string,
  tenantId = actor.tenantId,
): Promise<contract.MethodologyVersion> {
  const { viewer } = await seenIn(deps, actor, tenantId)
  const row = await requireMethodology(deps.sql, tenantId, methodologyId, viewer)
  const isOwn = await readOwnWorkAmong(deps.sql, actor, 'methodology.decide', worksOf(actor, [row]))
  return pageOfVersion(deps.sql, actor, row, isOwn)
}

export async function requireMethodology(
  sql: Sql,
  tenantId: string,
  id: string,
  viewer?: Viewer,
): Promise<MethodologyRow> {
  const row = await methodologyById(sql, tenantId, id, viewer)
  if (!row) throw noSuchMethodology()
  return row
}

function noSuchMethodology(): Failure {
  return new Failure('not_found', 'There is no such methodology.', because('noSuch.methodology'))
}

export function isOwnProposal(actor: Actor, { tenantId, accountId }: MethodologyRow): boolean {
  return tenantId === actor.tenantId && accountId !== null && actor.accountIds.includes(accountId)
}

/** The proposal, which decisions judge. */
export function workOf({ accountId, methodologyId }: MethodologyRow): Work {
  return { accountIds: [accountId], things: [`methodology:${methodologyId}`] }
}

/** Proposals for the caller to decide, own work included. */
function worksOf(actor: Actor, rows: readonly MethodologyRow[]): Work[] {
  return rows.filter((row) => mayReach(actor, 'methodology.decide', row)).map(workOf)
}

const byItsAccount: ReadonlySet<MethodologyAct> = new Set(['submit', 'reopen'])

/** The required permission. */
export function ruleOf(act: MethodologyAct): Act {
  return byItsAccount.has(act) ? 'methodology.propose' : 'methodology.decide'
}

/** The proposer chooses providers of a draft, the registry later. */
export function mayAllow(actor: Actor, row: MethodologyRow, isOwn: OwnWork): boolean {
  if (row.status === 'deprecated' || row.status === 'rejected') return false
  if (!mayReach(actor, 'methodology.allow', row)) return false
  return isOwnProposal(actor, row) ? row.status === 'draft' : !isOwn(workOf(row))
}

/** What the lifecycle and the permissions allow. */
function actsOn(actor: Actor, row: MethodologyRow, isOwn: OwnWork): contract.Methodology['acts'] {
  const isProposer = isOwnProposal(actor, row)
  const steps = actsIn(methodologyMachine, row.status).filter(
    (act) => mayReach(actor, ruleOf(act), row) && (byItsAccount.has(act) ? isProposer : !isOwn(workOf(row))),
  )
  const mayEdit = row.status === 'draft' && isProposer && mayReach(actor, 'methodology.propose', row)
  const may = [...(mayEdit ? (['edit'] as const) : []), ...(mayAllow(actor, row, isOwn) ? (['allow'] as const) : [])]
  return [...may, ...steps]
}

function methodologyOf(actor: Actor, row: MethodologyRow, isOwn: OwnWork): contract.Methodology {
  return { ...row, createdAt: row.createdAt.toISOString(), acts: actsOn(actor, row, isOwn) }
}

/** Also works inside the transaction of a change. */
export async function pageFor(tx: Sql, actor: Actor, row: MethodologyRow): Promise<contract.MethodologyVersion> {
  return pageOfVersion(tx, actor, row, await ownWorkAmong(tx, actor, 'methodology.decide', worksOf(actor, [row])))
}

async function pageOfVersion(
  sql: Sql,
  actor: Actor,
  row: MethodologyRow,
  isOwn: OwnWork,
): Promise<contract.MethodologyVersion> {
  const viewer = row.tenantId === actor.tenantId ? actor : anybody
  return { ...methodologyOf(actor, row, isOwn), ...(await pageParts(sql, row, viewer)) }
}
