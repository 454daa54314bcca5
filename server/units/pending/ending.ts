import { type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, failureOfDatabase, inTenant, inTransaction, levelOf } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { notify } from '#server/people/notices/notify.ts'
import type { Refusal } from '#shared/rules/failure.ts'
import type { NoticeKind } from '#shared/rules/notices.ts'
import { isDecidedByRegistry } from '#shared/rules/pending.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { dueActs, end, proceed, setTold, type Untold, untoldActs } from './pending.store.ts'

type EndingDeps = Pick<InfraDeps, 'log'> & { sql: Database }

const lookEveryMs = 1_000
const actsAtOnce = 200

/** Ends stages on time, and tells the people concerned of each stage and end. */
export function startEnding(deps: EndingDeps): Worker {
  const failed = (err: unknown) => deps.log[levelOf(err)]({ err }, 'acts that wait: a pass failed')
  const work = async (isStopped: () => boolean) => {
    await endDue(deps, isStopped).catch(failed)
    await tellDue(deps.sql).catch(failed)
  }
  return workOnChanges({ work, lookEveryMs })
}

/** Each act in a transaction of its own: one that fails holds up no other. */
export async function endDue(deps: EndingDeps, isStopped = () => false): Promise<void> {
  for (;;) {
    const due = await dueActs(deps.sql, actsAtOnce)
    let ended = 0
    for (const act of due) {
      if (isStopped()) return
      const isEnded = await endAct(deps, act).catch((err: unknown) => {
        deps.log[levelOf(err)]({ err, ...act }, 'an act that waits could not be ended')
        return false
      })
      if (isEnded) ended += 1
    }
    if (due.length < actsAtOnce || ended === 0) return
  }
}

type Due = Awaited<ReturnType<typeof dueActs>>[number]

/** After the time for undoing the act is done; where it cannot be, as after an approval in vain, its units are free again. */
async function endAct({ sql }: EndingDeps, act: Due): Promise<boolean> {
  const endAs = (outcome: 'expired' | 'failed', because: Refusal | null) =>
    inTenant(sql, act.tenantId, (tx) => end(tx, act, { outcome, userId: null, because }))
  try {
    if (act.waitsFor === 'undo') await inTenant(sql, act.tenantId, (tx) => proceed(tx, act, null))
    else await endAs('expired', null)
    return true
  } catch (error) {
    const failure = failureOfDatabase(error)
    if (!failure?.refusal) throw error
    // Somebody else was first.
    if (failure.refusal.reason.startsWith('pending.')) return false
    await endAs('failed', failure.refusal)
    return true
  }
}

/** Tells of at most so many acts at once. */
async function tellDue(sql: Database): Promise<void> {
  await inTransaction(sql, async (tx) => {
    const acts = await untoldActs(tx, actsAtOnce)
    if (acts.length === 0) return
    for (const act of acts) {
      const { tenantId } = act
      for (const { kind, ...concerned } of noticesOf(act)) {
        await notify(tx, { tenantId, userId: act.actedBy }, concerned, { kind, facts: factsOf(act) })
      }
    }
    await setTold(
      tx,
      acts.map(({ tenantId, pendingId, outcome, waitsFor }) => ({ tenantId, pendingId, told: outcome ?? waitsFor })),
    )
  })
}

type Told = { kind: NoticeKind; accounts?: (string | null)[]; user?: string; users?: string[]; tenantAdmins?: boolean }

/** The registry hears of burns and mints. Recipients hear of an act after its approval. */
function noticesOf(act: Untold): Told[] {
  const { type, fromId, toId, preparedById, hasApprovers } = act
  const isOfRegistry = isDecidedByRegistry(type)
  const side = { accounts: [fromId], tenantAdmins: isOfRegistry }
  switch (act.outcome ?? act.waitsFor) {
    case 'approval':
      return [{ kind: 'pending.approval', ...(!isOfRegistry && hasApprovers ? { users: act.approvers } : side) }]
    case 'acceptance':
      return [
        { kind: 'pending.acceptance', accounts: [toId] },
        { kind: 'pending.offered', ...side },
      ]
    case 'undo':
      return [{ kind: 'pending.undo', ...side }]
    case 'done':
      return [{ kind: 'pending.done', user: preparedById }]
    case 'refused':
      return [{ kind: 'pending.refused', ...side }]
    case 'withdrawn':
      return [{ kind: 'pending.withdrawn', ...side, ...withRecipient(act) }]
    case 'expired':
      return [{ kind: 'pending.expired', ...side, ...withRecipient(act) }]
    case 'failed':
      return [{ kind: 'pending.failed', ...side }]
  }
}

const withRecipient = ({ waitsFor, fromId, toId }: Untold) =>
  waitsFor === 'acceptance' ? { accounts: [fromId, toId] } : {}

function factsOf(act: Untold) {
  return {
    transactionId: act.pendingId,
    quantity: toWire(act.quantity),
    project: act.projects,
    by: (act.outcome === null ? (act.approvedBy ?? act.preparedBy) : act.endedBy) ?? undefined,
    account: act.fromName,
    reason: (act.outcome === null || act.outcome === 'done' ? act.reason : act.endedReason) ?? undefined,
    dueDate: act.endsAt.toISOString().slice(0, 10),
  }
}
