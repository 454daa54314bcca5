import { audit } from '#server/audit/audit.ts'
import { brokenConstraint, inTenant, newId, type Sql } from '#server/db/database.ts'
import { type Page, pageOf, pageSize, placeOf } from '#server/db/pages.ts'
import type { Deps } from '#server/deps.ts'
import type { Call } from '#server/http/serve.ts'
import { tell } from '#server/notices/tell.ts'
import type {
  decideMethodology,
  listMethodologies,
  Methodology,
  proposeMethodology,
} from '#shared/contract/methodologies.ts'
import { Failure, invalidAt } from '#shared/rules/failure.ts'
import { methodologyMachine, next } from '#shared/rules/lifecycle.ts'
import type { NoticeFacts } from '#shared/rules/notices.ts'
import { type Actor, memberOf, permit } from '#shared/rules/permissions.ts'
import {
  insertProposal,
  lockMethodology,
  type MethodologyRow,
  methodologiesBy,
  methodologyById,
  newestByName,
  setStatus,
} from './methodologies.store.ts'

/** The methodologies of the caller's registry: what was approved, what its accounts proposed, all for a tenant admin. */
export async function methodologiesFor(
  { sql }: Deps,
  actor: Actor,
  query: Call<typeof listMethodologies>['query'],
): Promise<Page<Methodology>> {
  const limit = pageSize(query.limit)
  const { rows, total } = await methodologiesBy(sql, actor.tenantId, actor, query, {
    after: placeOf(query.cursor),
    limit,
  })
  return pageOf(rows, limit, total, methodologyOf, (row) => ({ value: row.sortValue, id: row.methodologyId }))
}

/** The newest version of that name that the caller may see; capitals do not matter. */
export async function methodologyNamed({ sql }: Deps, actor: Actor, name: string): Promise<Methodology> {
  const row = await newestByName(sql, actor.tenantId, actor, name)
  if (!row) throw noSuchMethodology()
  return methodologyOf(row)
}

/** Proposes a version; it waits for a tenant admin. `conflict` when that version is there already. */
export async function propose(
  deps: Deps,
  actor: Actor,
  proposal: Call<typeof proposeMethodology>['body'],
): Promise<Methodology> {
  const { tenantId, accountId } = memberOf(actor)
  const id = newId()
  try {
    return await inTenant(deps.sql, actor.tenantId, async (tx) => {
      await insertProposal(tx, { ...proposal, tenantId, accountId, id })
      await audit(tx, actor, {
        act: 'methodology.propose',
        subject: `methodology:${id}`,
        after: { accountId, name: proposal.name, version: proposal.version, status: 'pending' },
      })
      const row = await known(tx, tenantId, id)
      await tell(tx, actor, { tenantAdmins: true }, { kind: 'methodology.propose', facts: factsOf(row) })
      return methodologyOf(row)
    })
  } catch (error) {
    if (brokenConstraint(error) !== 'methodology_by_name') throw error
    throw new Failure('conflict', `Version ${proposal.version} of ${proposal.name} is there already.`)
  }
}

/** Approves, rejects or deprecates a version; nobody decides about what their own account proposed. */
export async function decideOn(
  deps: Deps,
  actor: Actor,
  id: string,
  { act, reason = '' }: Call<typeof decideMethodology>['body'],
): Promise<Methodology> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    await lockMethodology(tx, actor.tenantId, id)
    const row = await known(tx, actor.tenantId, id)
    permit(actor, 'methodology.decide', row, 'methodology')
    if (row.accountId !== null && actor.accountIds.includes(row.accountId)) {
      throw new Failure(
        'forbidden',
        'Your own account proposed this: another admin of the registry must decide about it.',
      )
    }
    const status = next(methodologyMachine, row.status, act, 'methodology')
    if (act === 'reject' && reason === '') throw invalidAt('reason', 'Required')
    const statusReason = reason === '' ? null : reason
    await setStatus(tx, row.tenantId, id, status, statusReason)
    await audit(tx, actor, {
      act: `methodology.${act}`,
      subject: `methodology:${id}`,
      before: { status: row.status },
      after: { status, reason: statusReason },
    })
    const decided = { ...row, status, statusReason }
    await tell(tx, actor, { accounts: [row.accountId] }, { kind: `methodology.${act}`, facts: factsOf(decided) })
    return methodologyOf(decided)
  })
}

function factsOf({ methodologyId, name: methodology, version, statusReason }: MethodologyRow): NoticeFacts {
  return { methodologyId, methodology, version, ...(statusReason !== null && { reason: statusReason }) }
}

async function known(sql: Sql, tenantId: string, id: string): Promise<MethodologyRow> {
  const row = await methodologyById(sql, tenantId, id)
  if (!row) throw noSuchMethodology()
  return row
}

function noSuchMethodology(): Failure {
  return new Failure('not_found', 'There is no such methodology.')
}

function methodologyOf(row: MethodologyRow): Methodology {
  return {
    methodologyId: row.methodologyId,
    tenantId: row.tenantId,
    accountId: row.accountId,
    name: row.name,
    version: row.version,
    description: row.description,
    document: row.document,
    status: row.status,
    statusReason: row.statusReason,
    measurementProviders: row.measurementProviders,
    verificationProviders: row.verificationProviders,
    createdAt: row.createdAt.toISOString(),
  }
}
