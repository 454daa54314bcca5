import { type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, inTenant, levelOf } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { requestsDue } from './recipient-requests.store.ts'
import { expire } from './recipient-requests.ts'

type ExpiringDeps = Pick<InfraDeps, 'log'> & { sql: Database }

const lookEveryMs = 10_000
const requestsAtOnce = 100

/** Ends recipients that waited in vain for a second person. */
export function startExpiring(deps: ExpiringDeps): Worker {
  const failed = (err: unknown) => deps.log[levelOf(err)]({ err }, 'recipients that wait: a pass failed')
  return workOnChanges({ work: (isStopped) => expireDue(deps, isStopped).catch(failed), lookEveryMs })
}

/** Each request in a transaction of its own. */
export async function expireDue({ sql, log }: ExpiringDeps, isStopped = () => false): Promise<void> {
  for (const { tenantId, accountId, requestId } of await requestsDue(sql, requestsAtOnce)) {
    if (isStopped()) return
    await inTenant(sql, tenantId, (tx) => expire(tx, tenantId, accountId, requestId)).catch((err: unknown) =>
      log[levelOf(err)]({ err, tenantId, requestId }, 'a recipient that waits could not expire'),
    )
  }
}
