import { brokenConstraint, inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notify } from '#server/people/notices/notify.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/methodologies.ts'
import { Failure, invalidAt } from '#shared/rules/failure.ts'
import { actsIn, needsReason, next } from '#shared/rules/lifecycle/machine.ts'
import { methodologyMachine } from '#shared/rules/lifecycle/methodology.ts'
import type { NoticeFacts } from '#shared/rules/notices.ts'
import { type Actor, mayReach, memberOf, permit } from '#shared/rules/permissions.ts'
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
  { sql }: UnitsDeps,
  actor: Actor,
  query: ValidQueryOf<typeof contract.listMethodologies>,
): Promise<Page<contract.Methodology>> {
  return pageOf(query, {
    read: (part) => methodologiesBy(sql, actor.tenantId, actor, query, part),
    placeOf: (row) => ({ value: row.sortValue, id: row.methodologyId }),
    itemOf: ({ sortValue: _, total: __, ...row }) => methodologyOf(actor, row),
  })
}

/** The newest version of that name, in any capitals, that the caller may see; `not_found` if there is none. */
export async function methodologyNamed({ sql }: UnitsDeps, actor: Actor, name: string): Promise<contract.Methodology> {
  const row = await newestByName(sql, actor.tenantId, actor, name)
  if (!row) throw noSuchMethodology()
  return methodologyOf(actor, row)
}

/** One version; `not_found` if there is none or the caller may not see it. */
export async function methodologyFor(
  { sql }: UnitsDeps,
  actor: Actor,
  methodologyId: string,
): Promise<contract.Methodology> {
  return methodologyOf(actor, await requireMethodology(sql, actor.tenantId, methodologyId, actor))
}

/** Proposes a version; it waits for a tenant admin. `conflict` when that version is there already. */
export async function proposeMethodology(
  deps: UnitsDeps,
  actor: Actor,
  proposal: ValidBodyOf<typeof contract.proposeMethodology>,
): Promise<contract.Methodology> {
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
      const row = await requireMethodology(tx, tenantId, id)
      await notify(tx, actor, { tenantAdmins: true }, { kind: 'methodology.propose', facts: noticeFactsOf(row) })
      return methodologyOf(actor, row)
    })
  } catch (error) {
    if (brokenConstraint(error) !== 'methodology_by_name') throw error
    throw new Failure('conflict', `Version ${proposal.version} of ${proposal.name} is there already.`)
  }
}

/** Approves, rejects or deprecates a version; nobody decides about what their own account proposed. */
export async function decideMethodology(
  deps: UnitsDeps,
  actor: Actor,
  id: string,
  { act, reason = '' }: ValidBodyOf<typeof contract.decideMethodology>,
): Promise<contract.Methodology> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    await lockMethodology(tx, actor.tenantId, id)
    const row = await requireMethodology(tx, actor.tenantId, id)
    permit(actor, 'methodology.decide', row, 'methodology')
    if (isOwnProposal(actor, row)) {
      throw new Failure(
        'forbidden',
        'Your own account proposed this: another admin of the registry must decide about it.',
      )
    }
    const status = next(methodologyMachine, row.status, act, 'methodology')
    if (needsReason(methodologyMachine, row.status, act) && reason === '') throw invalidAt('reason', 'Required')
    const statusReason = reason === '' ? null : reason
    await setStatus(tx, row.tenantId, id, status, statusReason)
    await audit(tx, actor, {
      act: `methodology.${act}`,
      subject: `methodology:${id}`,
      before: { status: row.status },
      after: { status, reason: statusReason },
    })
    const decided = { ...row, status, statusReason }
    const facts = noticeFactsOf(decided)
    await notify(tx, actor, { accounts: [row.accountId] }, { kind: `methodology.${act}`, facts })
    return methodologyOf(actor, decided)
  })
}

function noticeFactsOf({ methodologyId, name: methodology, version, statusReason }: MethodologyRow): NoticeFacts {
  return { methodologyId, methodology, version, ...(statusReason !== null && { reason: statusReason }) }
}

async function requireMethodology(sql: Sql, tenantId: string, id: string, viewer?: Actor): Promise<MethodologyRow> {
  const row = await methodologyById(sql, tenantId, id, viewer)
  if (!row) throw noSuchMethodology()
  return row
}

function noSuchMethodology(): Failure {
  return new Failure('not_found', 'There is no such methodology.')
}

function isOwnProposal(actor: Actor, { accountId }: MethodologyRow): boolean {
  return accountId !== null && actor.accountIds.includes(accountId)
}

/** What the caller may do with the version now: the lifecycle's acts, held against the permissions. */
function actsOn(actor: Actor, row: MethodologyRow): contract.Methodology['acts'] {
  if (!mayReach(actor, 'methodology.decide', row) || isOwnProposal(actor, row)) return []
  return actsIn(methodologyMachine, row.status).filter((act) => act !== 'submit' && act !== 'reopen')
}

function methodologyOf(actor: Actor, row: MethodologyRow): contract.Methodology {
  return { ...row, createdAt: row.createdAt.toISOString(), acts: actsOn(actor, row) }
}
