import { inTenant, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { comingAnswer } from '#server/people/protection/delaying.ts'
import type { Caps, changeCaps } from '#shared/contract/caps.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { type Actor, type Member, memberOf } from '#shared/rules/permissions.ts'
import { type AccountProtections, accountProtections } from '#shared/rules/protection.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { dailyCapOfRegistry, movedToday, protectionsOf } from './caps.store.ts'
import { changeProtections, keep } from './protecting.ts'

export { checkedCaps } from './caps.store.ts'

type Deps = Pick<InfraDeps, 'sql'>

export function capsNamed({ sql }: Deps, actor: Actor): Promise<Caps> {
  const member = memberOf(actor)
  return inTenant(sql, member.tenantId, (tx) => capsOf(tx, member))
}

/** Fails with `changed_meanwhile`. */
export function changeOwnCaps({ sql }: Deps, actor: Actor, body: ValidBodyOf<typeof changeCaps>): Promise<Caps> {
  const member = memberOf(actor)
  return inTenant(sql, member.tenantId, async (tx) => {
    await changeProtections(tx, member, body)
    return capsOf(tx, member)
  })
}

export function keepOwnProtection({ sql }: Deps, actor: Actor, name: keyof AccountProtections): Promise<Caps> {
  const member = memberOf(actor)
  return inTenant(sql, member.tenantId, async (tx) => {
    await keep(tx, member, name)
    return capsOf(tx, member)
  })
}

async function capsOf(tx: Sql, { tenantId, accountId, userId }: Member): Promise<Caps> {
  const present = await protectionsOf(tx, tenantId, accountId)
  const { dailyCap, newRecipientCap, onlyListed } = present
  return {
    own: { dailyCap, newRecipientCap, onlyListed },
    registry: { dailyCap: await dailyCapOfRegistry(tx, tenantId) },
    usedToday: toWire(await movedToday(tx, tenantId, accountId, userId)),
    coming: await comingAnswer(tx, { tenantId, accountId }, { present, names: accountProtections }),
  }
}
