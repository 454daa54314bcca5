import { inTransaction } from '#server/infra/db/database.ts'
import { auditOwn } from '#server/people/users/own-sign-in.ts'
import { noticePage } from '../pages/notice-page.ts'
import { type Ended, sessionsPage } from '../pages/sessions-page.ts'
import { formOf, redirect, sendPage, type Visit } from '../pages/visit.ts'
import type { Identity } from '../protocol/identity.ts'
import { endSession, endSessions, sessionsOf } from '../protocol/sessions.ts'
import { deviceInWords } from './device.ts'
import { ownActorOf } from './own-actor.ts'
import { clearSession, personHere, type Session } from './session.ts'

export async function showSessions(identity: Identity, visit: Visit): Promise<void> {
  const owner = await personHere(identity, visit)
  if (owner) await sendSessions(identity, visit, owner.session, null)
  else refuse(visit)
}

/** Ends one session, all others, or all. */
export async function endChosenSessions(identity: Identity, visit: Visit): Promise<void> {
  const { end = '' } = formOf(visit)
  const owner = await personHere(identity, visit)
  if (!owner) return refuse(visit)
  const { person, session } = owner
  const isDone = await inTransaction(identity.sql, async (tx) => {
    if (end === 'others') await endSessions(tx, person.id, session.uid)
    else if (end === 'all') await endSessions(tx, person.id)
    else if (!(await endSession(tx, person.id, end))) return false
    await auditOwn(tx, ownActorOf(visit, person.id), 'user.endSessions')
    return true
  })
  identity.log.info({ person: person.id, isDone }, 'sessions ended')
  if (end !== 'all' && end !== session.uid)
    return sendSessions(identity, visit, session, isDone ? (end === 'others' ? 'others' : 'one') : null)
  clearSession(identity, visit)
  redirect(visit, `${visit.site.issuer}/signed-out`)
}

async function sendSessions(
  { sql, options }: Identity,
  visit: Visit,
  { personId, uid: here }: Session,
  ended: Ended | null,
): Promise<void> {
  const { look } = visit
  const sessions = (await sessionsOf(sql, personId, options.idleS)).map(({ uid, signedInAt, usedAt, ...device }) => ({
    uid,
    signedInAt,
    usedAt,
    device: deviceInWords(look.language, device),
    address: device.address ?? null,
    isHere: uid === here,
  }))
  const hereFirst = sessions.toSorted((a, b) => Number(b.isHere) - Number(a.isHere))
  sendPage(visit, sessionsPage(look, hereFirst, ended))
}

function refuse(visit: Visit): void {
  sendPage(visit, noticePage(visit.look, 'sessions.refused'), 401)
}
