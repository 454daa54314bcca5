import { inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { evidenceOf } from '#server/mrv/documents/document-view.ts'
import { todayOf } from '#server/mrv/projects/projects.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notify } from '#server/people/notices/notify.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/verifications.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { actsIn, next } from '#shared/rules/lifecycle/machine.ts'
import { findingMachine, verificationMachine } from '#shared/rules/lifecycle/verification.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Actor, actsFor, mayReach, memberOf, permit } from '#shared/rules/permissions.ts'
import { type Conflicts, conflictOf, conflictsAmong, requireNoConflict } from './conflicts.ts'
import { addMessage, carriedTo, type FindingRow, findingById, findingsOf, insertFinding } from './findings.store.ts'
import { documentAtPlace, factsOf } from './places.ts'
import { lockedToJudge } from './verification-acts.ts'
import { setStatus, type VerificationRow } from './verifications.store.ts'
import { judgedBy, lockedReadable, noticeFactsOf, readable, viewOf } from './verifications.ts'

type FindingDeps = Pick<InfraDeps, 'sql' | 'now'>

/** A verification's findings, and FARs carried from earlier periods. */
export async function findingsFor(
  deps: FindingDeps,
  actor: Actor,
  verificationId: string,
): Promise<ReplyOf<typeof contract.listFindings>> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await readable(tx, actor, verificationId)
    const [conflicts, own, carried] = await Promise.all([
      conflictsAmong(tx, actor, [row]),
      findingsOf(tx, actor.tenantId, verificationId),
      carriedTo(tx, actor.tenantId, verificationId),
    ])
    const view = (finding: FindingRow) => findingOf(finding, row, actor, conflicts, todayOf(deps))
    return { items: own.map(view), carried: carried.map((finding) => ({ ...view(finding), acts: [] })) }
  })
}

/** Opens a finding, which blocks the verification until closed. Notifies the finding's owner. */
export async function openFinding(
  deps: FindingDeps,
  actor: Actor,
  verificationId: string,
  { type, words, ownerSide, dueDate: named, place: pointed }: ValidBodyOf<typeof contract.openFinding>,
): Promise<contract.Finding> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const row = await lockedToJudge(tx, actor, verificationId)
    const status = next(verificationMachine, row.status, 'openFinding', 'verification')
    const { tenantId } = row
    const dueDate = named ?? null
    const { length } = await findingsOf(tx, tenantId, verificationId)
    if (length >= limits.findings) {
      throw new Failure(
        'conflict',
        `A verification has at most ${limits.findings} findings.`,
        because('finding.most', { most: limits.findings }),
      )
    }
    const pointedAt = pointed ? await documentAtPlace(tx, row, pointed) : null
    const findingId = newId()
    const by = memberOf(actor).userId
    const place = pointed ?? null
    await insertFinding(tx, { tenantId, findingId, verificationId, type, words, ownerSide, dueDate, by, place })
    await setStatus(tx, tenantId, verificationId, status)
    const finding = await requireFinding(tx, tenantId, findingId)
    const name = nameOf(finding)
    await audit(tx, actor, {
      act: 'verification.openFinding',
      subject: `verification:${verificationId}`,
      before: { status: row.status },
      after: { status, finding: name, ownerSide, dueDate, ...(pointed && pointedAt && factsOf(pointed, pointedAt)) },
    })
    await notify(
      tx,
      actor,
      { accounts: [ownerIdOf(row, finding)] },
      { kind: 'verification.openFinding', facts: { ...noticeFactsOf(row), finding: name, reason: words } },
    )
    return findingOf(finding, { ...row, status }, actor, await conflictsAmong(tx, actor, [row]), todayOf(deps))
  })
}

/**
 * The owner responds; the verifier asks or closes. Closing the last finding resumes the verification. Fails with
 * `forbidden` for the wrong side, `conflict` if closed.
 */
export async function answerFinding(
  deps: FindingDeps,
  actor: Actor,
  findingId: string,
  { act, words }: ValidBodyOf<typeof contract.answerFinding>,
): Promise<contract.Finding> {
  const { tenantId } = actor
  return inTenant(deps.sql, tenantId, async (tx) => {
    const { verificationId } = await requireFinding(tx, tenantId, findingId)
    const row = await lockedReadable(tx, actor, verificationId)
    // Read again under the lock.
    const finding = await requireFinding(tx, tenantId, findingId)
    const side = act === 'respond' ? ownerIdOf(row, finding) : row.accountId
    permit(actor, 'finding.answer', { ...viewOf(row), isVisible: true }, 'finding')
    if (!actsFor(actor, 'finding.answer', side))
      throw new Failure('forbidden', 'This is for the other side to do.', because('finding.otherSide'))
    if (act !== 'respond') await requireNoConflict(tx, actor, row)
    if (row.status !== 'findings open') {
      throw new Failure(
        'conflict',
        `The verification is ${row.status}; nothing more is said about its findings.`,
        because('finding.closed', { of: 'verification', status: row.status }),
      )
    }
    const status = next(findingMachine, finding.status, act, 'finding')
    if (finding.messages.length >= limits.findingMessages && act !== 'close') {
      throw new Failure(
        'conflict',
        `At most ${limits.findingMessages} messages are about one finding.`,
        because('finding.mostMessages', { most: limits.findingMessages }),
      )
    }
    const by = memberOf(actor).userId
    const message = {
      tenantId,
      messageId: newId(),
      findingId,
      act,
      accountId: side,
      words,
      by,
      status,
      at: deps.now(),
    }
    await addMessage(tx, message)
    await audit(tx, actor, {
      act: `verification.${act}`,
      subject: `verification:${verificationId}`,
      after: {
        finding: nameOf(finding),
        reason: words,
        ...(await evidenceOf(tx, row.tenantId, 'finding', finding.findingId)),
      },
    })
    await notify(
      tx,
      actor,
      { accounts: [act === 'respond' ? row.accountId : ownerIdOf(row, finding)] },
      { kind: `verification.${act}`, facts: { ...noticeFactsOf(row), finding: nameOf(finding), reason: words } },
    )
    const isOver = act === 'close' && row.openFindings === 1
    const after = isOver ? await closeFindings(tx, actor, row) : row
    const answered = await requireFinding(tx, tenantId, findingId)
    return findingOf(answered, after, actor, await conflictsAmong(tx, actor, [row]), todayOf(deps))
  })
}

async function closeFindings(tx: Sql, actor: Actor, row: VerificationRow): Promise<VerificationRow> {
  const status = next(verificationMachine, row.status, 'closeFindings', 'verification')
  await setStatus(tx, row.tenantId, row.verificationId, status)
  await audit(tx, actor, {
    act: 'verification.closeFindings',
    subject: `verification:${row.verificationId}`,
    before: { status: row.status },
    after: { status },
  })
  return { ...row, status }
}

async function requireFinding(tx: Sql, tenantId: string, id: string): Promise<FindingRow> {
  const row = await findingById(tx, tenantId, id)
  if (!row) throw noSuchFinding()
  return row
}

function noSuchFinding(): Failure {
  return new Failure('not_found', 'There is no such finding.', because('noSuch.finding'))
}

function nameOf({ type, number }: Pick<FindingRow, 'type' | 'number'>): string {
  return `${type} ${number}`
}

function ownerIdOf(row: VerificationRow, { ownerSide }: FindingRow): string {
  return ownerSide === 'proponent' ? row.projectAccountId : row.measurerId
}

/** `today`: YYYY-MM-DD. */
function findingOf(
  { createdAt, ...finding }: FindingRow,
  row: VerificationRow,
  actor: Actor,
  conflicts: Conflicts,
  today: string,
): contract.Finding {
  const mayJudge = mayReach(actor, 'verification.decide', judgedBy(row)) && conflictOf(row, conflicts) === null
  const owns = actsFor(
    actor,
    'finding.answer',
    finding.ownerSide === 'proponent' ? row.projectAccountId : row.measurerId,
  )
  const possible = row.status === 'findings open' ? actsIn(findingMachine, finding.status) : []
  return {
    ...finding,
    name: nameOf(finding),
    owner: finding.ownerSide === 'proponent' ? row.proponent : row.measurer,
    overdue: finding.dueDate !== null && finding.dueDate < today && finding.status === 'open',
    created: createdAt.toISOString(),
    acts: possible.filter((act) => (act === 'respond' ? owns : mayJudge)),
  }
}
