import { groupName } from '#shared/rules/groups.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller, Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld, type World } from '#tests/kit/world.ts'
import { type Side, sideOf } from './sides.ts'

export type Player = { letter: Letter; title: string; caller: Caller | Person; actor: Actor }
type Letter = 'V' | 'N' | 'M' | 'B' | 'A' | 'T' | 'P' | 'Q' | 'X'

export type Cast = {
  world: World
  players: readonly Player[]
  /** Things of account a1, of a2 in the same tenant, and of another tenant's account. */
  sides: readonly Side[]
}

/**
 * The people: V visitor, N newcomer without account, M member of a1, B member of a2, A admin of a1, T tenant admin, X
 * of another tenant; P measures and Q verifies for a1 and a2.
 */
export async function theCast(): Promise<Cast> {
  const world = await aWorld()
  const t1 = await aTenant({ world, isConfigured: true })
  const t2 = await aTenant({ world })
  await world.sql`update tenant set enable_marketplace = true`
  const [a1, a2, a3] = [await anAccount(t1, 'a1'), await anAccount(t1, 'a2'), await anAccount(t2, 'a3')]
  return {
    world,
    players: [
      { letter: 'V', title: 'visitor', caller: t1.visitor, actor: { ...actorIn(t1, []), userId: null } },
      { letter: 'N', title: 'newcomer', caller: t1.newcomer, actor: actorIn(t1, []) },
      { letter: 'M', title: 'member of a1', caller: a1.member, actor: actorIn(t1, ['a1']) },
      { letter: 'B', title: 'member of a2', caller: a2.member, actor: actorIn(t1, ['a2']) },
      { letter: 'A', title: 'admin of a1', caller: a1.admin, actor: { ...actorIn(t1, ['a1']), adminOf: ['a1'] } },
      { letter: 'T', title: 'tenant admin', caller: t1.tenantAdmin, actor: adminOf(t1) },
      { letter: 'P', title: 'measurement provider', caller: t1.measurer, actor: actorIn(t1, ['measurer']) },
      { letter: 'Q', title: 'verification provider', caller: t1.verifier, actor: actorIn(t1, ['verifier']) },
      { letter: 'X', title: 'tenant admin elsewhere', caller: t2.tenantAdmin, actor: adminOf(t2) },
    ],
    sides: [await sideOf(t1, a1.member), await sideOf(t1, a2.member), await sideOf(t2, a3.member)],
  }
}

async function anAccount(tenant: TenantOfTest, accountId: string): Promise<{ member: Person; admin: Person }> {
  const tenantId = tenant.tenant.id
  await tenant.world.sql`
    insert into account (tenant_id, id, name, kind, country, status)
    values (${tenantId}, ${accountId}, ${`The ${accountId}`}, 'proponent', 'KE', 'active')`
  const general = groupName({ tenantId, accountId, role: 'General' })
  return {
    member: await tenant.addPerson([general], accountId),
    admin: await tenant.addPerson([general, groupName({ tenantId, accountId, role: 'AccountAdmin' })], accountId),
  }
}

function actorIn({ tenant }: TenantOfTest, accountIds: string[]): Actor {
  const nowhere = { address: '', requestId: '' }
  return { userId: 'somebody', tenantId: tenant.id, accountIds, adminOf: [], isTenantAdmin: false, ...nowhere }
}

function adminOf(tenant: TenantOfTest): Actor {
  return { ...actorIn(tenant, ['operator']), isTenantAdmin: true }
}
