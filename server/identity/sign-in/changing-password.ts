import { inTransaction } from '#server/infra/db/database.ts'
import { callerOf } from '#server/infra/http/caller.ts'
import { auditOwn } from '#server/people/users/own-sign-in.ts'
import { type ChangeFault, changePage } from '../pages/change-page.ts'
import { noticePage } from '../pages/notice-page.ts'
import { waitText, wordsOf } from '../pages/page.ts'
import { formOf, sendPage, type Visit } from '../pages/visit.ts'
import { judge } from '../passwords/judging.ts'
import { faultOf } from '../passwords/password-fault.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { setPassword } from '../passwords/persons.ts'
import type { Identity } from '../protocol/identity.ts'
import { endSessions } from '../protocol/sessions.ts'
import { tellOwner } from './not-me.ts'
import { ownActorOf } from './own-actor.ts'
import { personHere } from './session.ts'

export async function showChange(identity: Identity, visit: Visit): Promise<void> {
  const owner = await personHere(identity, visit)
  if (!owner) return refuse(visit)
  sendPage(visit, changePage(visit.look, owner.person))
}

/** Requires the current password; ends the person's other sessions. */
export async function changePassword(identity: Identity, visit: Visit): Promise<void> {
  const { sql, log } = identity
  const { site, look, request, reply } = visit
  const form = formOf(visit)
  const owner = await personHere(identity, visit)
  if (!owner) return refuse(visit)
  const { person, session } = owner
  const again = (fault: ChangeFault, status: number) => sendPage(visit, changePage(look, person, fault), status)
  const { tenantId, email } = person
  const judged = await judge(identity, { tenantId, email, password: form.current ?? '', address: callerOf(request) })
  if (judged.waitS) {
    reply.header('retry-after', String(judged.waitS))
    return again({ waitText: waitText(wordsOf(look), judged.waitS) }, 429)
  }
  if (!judged.person) return again({ field: 'current', text: 'password.currentWrong' }, 401)
  const { password = '', repeat = '' } = form
  if (password === form.current) return again({ field: 'password', text: 'password.same' }, 400)
  const fault = await faultOf(password, repeat, person, site)
  if (fault) return again(fault, 400)
  const passwordHash = await hashPassword(password, callerOf(request))
  await inTransaction(sql, async (tx) => {
    await setPassword(tx, person.id, passwordHash)
    await endSessions(tx, person.id, session.uid)
    await auditOwn(tx, ownActorOf(visit, person.id), 'user.password')
  })
  log.info({ person: person.id }, 'password changed')
  sendPage(visit, noticePage(look, 'change.done'))
  await tellOwner(identity, visit, person, 'newPassword')
}

function refuse(visit: Visit): void {
  sendPage(visit, noticePage(visit.look, 'change.refused'), 401)
}
