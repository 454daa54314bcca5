import { type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, inTenant, levelOf } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { applyDue, type Owner, ownersDue } from '#server/people/protection/delaying.ts'
import { weakenRegistry } from '#server/people/tenants/administering.ts'
import { lockProtections, protectionsOf, setProtections } from './caps.store.ts'

type WeakeningDeps = Pick<InfraDeps, 'log'> & { sql: Database }

const lookEveryMs = 1_000
const ownersAtOnce = 100

/** Makes weaker protections of accounts and registries effective on time, each once. */
export function startWeakening(deps: WeakeningDeps): Worker {
  const failed = (err: unknown) => deps.log[levelOf(err)]({ err }, 'a weaker protection waits')
  return workOnChanges({ work: (isStopped) => weakenDue(deps, isStopped).catch(failed), lookEveryMs })
}

/** Each account and registry in a transaction of its own: one that fails holds up no other. */
export async function weakenDue(deps: WeakeningDeps, isStopped = () => false): Promise<void> {
  for (const due of await ownersDue(deps.sql, ownersAtOnce)) {
    if (isStopped()) return
    await weaken(deps.sql, due).catch((err: unknown) =>
      deps.log[levelOf(err)]({ err, ...due }, 'a weaker protection could not begin'),
    )
  }
}

/** In the transaction that deletes the rows. */
function weaken(sql: Database, owner: Owner): Promise<void> {
  const { tenantId, accountId } = owner
  return inTenant(sql, tenantId, async (tx) => {
    if (accountId === null) return weakenRegistry(tx, tenantId)
    await lockProtections(tx, tenantId, accountId)
    await applyDue(tx, owner, async (due) => {
      const before = await protectionsOf(tx, tenantId, accountId)
      await setProtections(tx, tenantId, accountId, { ...before, ...due })
      return before
    })
  })
}
