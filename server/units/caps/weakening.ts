import { type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, inTenant, levelOf } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { accountsDue, deleteDue, lockProtections, protectionsOf, setProtections } from './caps.store.ts'

type WeakeningDeps = Pick<InfraDeps, 'log'> & { sql: Database }
type Due = Awaited<ReturnType<typeof accountsDue>>[number]

const lookEveryMs = 1_000
const accountsAtOnce = 100

/** Makes weaker protections effective on time, each once. */
export function startWeakening(deps: WeakeningDeps): Worker {
  const failed = (err: unknown) => deps.log[levelOf(err)]({ err }, 'a weaker protection waits')
  return workOnChanges({ work: (isStopped) => weakenDue(deps, isStopped).catch(failed), lookEveryMs })
}

/** Each account in a transaction of its own: one that fails holds up no other. */
export async function weakenDue(deps: WeakeningDeps, isStopped = () => false): Promise<void> {
  for (const due of await accountsDue(deps.sql, accountsAtOnce)) {
    if (isStopped()) return
    await weaken(deps.sql, due).catch((err: unknown) =>
      deps.log[levelOf(err)]({ err, ...due }, 'a weaker protection could not begin'),
    )
  }
}

/** The transaction that deletes the rows applies them. */
function weaken(sql: Database, { tenantId, accountId }: Due): Promise<void> {
  return inTenant(sql, tenantId, async (tx) => {
    await lockProtections(tx, tenantId, accountId)
    const due = await deleteDue(tx, tenantId, accountId)
    const [first] = due
    if (!first) return
    const before = await protectionsOf(tx, tenantId, accountId)
    const after = Object.fromEntries(due.map(({ name, value }) => [name, value]))
    await setProtections(tx, tenantId, accountId, { ...before, ...after })
    const actor = { userId: first.askedBy, tenantId, accountIds: [accountId], adminOf: [], isTenantAdmin: false }
    await audit(
      tx,
      { ...actor, address: '', requestId: '' },
      {
        act: 'account.weakened',
        subject: `account:${accountId}`,
        before: Object.fromEntries(due.map(({ name }) => [name, before[name]])),
        after,
      },
    )
  })
}
