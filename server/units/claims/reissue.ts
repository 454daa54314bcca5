import type { Changes, Worker } from '#server/infra/db/changes.ts'
import { workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, inTenant, inTransaction, levelOf, newId, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notify } from '#server/people/notices/notify.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type { readReissue, reissueCertificates } from '#shared/contract/reissue.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { type CertificateDeps, issueNewest } from './certificates.ts'
import {
  type Act,
  actsUnderWay,
  type DueCertificate,
  dueCertificates,
  dueOf,
  finishAct,
  insertAct,
  lockAccount,
  newestAct,
  nextAccount,
  setTold,
} from './reissue.store.ts'

/** Announces an act. */
export const reissueChannel = 'reissue'

export async function reissueState({ sql }: { sql: Sql }, { tenantId }: Actor): Promise<ReplyOf<typeof readReissue>> {
  const [due, act] = await Promise.all([dueCertificates(sql, tenantId), newestAct(sql, tenantId)])
  return {
    ...due,
    act: act && { ...act, madeAt: act.madeAt.toISOString(), finishedAt: act.finishedAt?.toISOString() ?? null },
  }
}

/** Fails with `conflict` if nothing is due or another act is under way. */
export async function reissue(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  { reason }: ValidBodyOf<typeof reissueCertificates>,
): Promise<ReplyOf<typeof reissueCertificates>> {
  const { tenantId } = actor
  return inTenant(sql, tenantId, async (tx) => {
    const certificates = await insertAct(tx, { tenantId, id: newId(), reason })
    if (certificates === null)
      throw new Failure('conflict', 'Certificates are being issued anew already.', because('reissue.underWay'))
    if (certificates === 0)
      throw new Failure('conflict', 'No certificate has an earlier wording.', because('reissue.noneDue'))
    await audit(tx, actor, {
      act: 'units.reissue',
      subject: `tenant:${tenantId}`,
      after: { quantity: certificates, reason },
    })
    await tx`select pg_notify(${reissueChannel}, ${tenantId})`
    return reissueState({ sql: tx }, actor)
  })
}

type ReissueDeps = CertificateDeps & Pick<InfraDeps, 'log'> & { sql: Database }

const lookEveryMs = 60_000

/** Issues the certificates of acts: at once, and every minute what failed or what another process left. */
export function startReissuing(deps: ReissueDeps, acts: Changes): Worker {
  const work = (isStopped: () => boolean) =>
    reissueDue(deps, isStopped).catch((err: unknown) =>
      deps.log[levelOf(err)]({ err }, 'Certificates of an act wait: a pass failed.'),
    )
  return workOnChanges({ changes: acts, work, lookEveryMs })
}

const actsAtOnce = 100
/** Written while one transaction holds the account's row. */
const certificatesAtOnce = 5

/** Continues each act, account by account. Tells an account, once, when it has no due certificate. */
export async function reissueDue(deps: ReissueDeps, isStopped = () => false): Promise<void> {
  for (const act of await actsUnderWay(deps.sql, actsAtOnce)) {
    let accountId = await nextAccount(deps.sql, act, '')
    while (accountId !== null && !isStopped()) {
      await reissueOf(deps, act, accountId, isStopped)
      accountId = await nextAccount(deps.sql, act, accountId)
    }
    await finishAct(deps.sql, act)
  }
}

async function reissueOf(deps: ReissueDeps, act: Act, accountId: string, isStopped: () => boolean): Promise<void> {
  let after: DueCertificate | null = null
  do {
    after = await inTransaction(deps.sql, (tx) => reissuePiece(deps, tx, { act, accountId, after, isStopped }))
  } while (after && !isStopped())
}

type Piece = { act: Act; accountId: string; after: DueCertificate | null; isStopped: () => boolean }

/** Returns the last certificate tried; null at the end of the account's. */
async function reissuePiece(
  deps: ReissueDeps,
  tx: Sql,
  { act, accountId, after, isStopped }: Piece,
): Promise<DueCertificate | null> {
  const quantity = await lockAccount(tx, act, accountId)
  if (quantity === null) return null
  const piece = await dueOf(deps.sql, act, accountId, { after, limit: certificatesAtOnce })
  for (const due of piece) {
    if (isStopped()) return null
    await issueNewest(deps, act.tenantId, due).catch((err: unknown) =>
      deps.log[levelOf(err)]({ err, ...due }, 'A certificate could not be issued anew.'),
    )
  }
  if (piece.length === certificatesAtOnce) return piece.at(-1) ?? null
  if ((await dueOf(deps.sql, act, accountId, { after: null, limit: 1 })).length > 0) return null
  const { tenantId, reason } = act
  await setTold(tx, act, accountId)
  await notify(
    tx,
    { tenantId, userId: null },
    { accounts: [accountId] },
    { kind: 'units.reissue', facts: { quantity, reason } },
  )
  return null
}
