import { inTransaction } from '#server/infra/db/database.ts'
import { callerOf } from '#server/infra/http/caller.ts'
import { auditOwn } from '#server/people/users/own-sign-in.ts'
import { forgotPage } from '../pages/forgot-page.ts'
import { noticePage } from '../pages/notice-page.ts'
import { type Look, waitText, wordsOf } from '../pages/page.ts'
import { passwordPage } from '../pages/password-page.ts'
import { emailIn, formOf, lookOf, sendPage, type Visit } from '../pages/visit.ts'
import { countRequestedLetter, forgiveAttempt, nameIn } from '../passwords/attempts.ts'
import { faultOf } from '../passwords/password-fault.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { credentialsOf, type Person, personById, setPassword } from '../passwords/persons.ts'
import type { Identity } from '../protocol/identity.ts'
import { endSessions } from '../protocol/sessions.ts'
import { noteDevice } from './device.ts'
import { type LinkPurpose, makeLink, personOfLink, takeLink } from './links.ts'
import { tellOwner } from './not-me.ts'
import { ownActorOf } from './own-actor.ts'
import { mayRegister } from './registering.ts'
import { completeRegistration, registeringPerson } from './registrations.ts'
import { linkUrl, sendLink } from './send-link.ts'

export function showForgot({ mail }: Identity, visit: Visit): void {
  sendPage(visit, mail ? forgotPage(visit.look) : noticePage(visit.look, 'forgot.no-mail'))
}

/** The page is the same for all addresses. */
export async function requestReset(identity: Identity, visit: Visit): Promise<void> {
  const { sql, mail, log } = identity
  const { site } = visit
  if (!mail) return showForgot(identity, visit)
  const email = emailIn(formOf(visit))
  const waitS = await countRequestedLetter(sql, callerOf(visit.request), site.tenantId, email)
  if (waitS > 0) return sendPage(visit, forgotPage(visit.look, waitText(wordsOf(visit.look), waitS)), 429)
  sendPage(visit, noticePage(visit.look, 'forgot.sent'))
  // Sent after the page, so that timing does not reveal known addresses.
  const person = await credentialsOf(sql, site.tenantId, email)
  if (!person || person.status === 'suspended') return
  const purpose = person.status === 'invited' ? 'invitation' : 'reset'
  await sendLink(identity, site, person, purpose, {
    url: linkUrl(site, await makeLink(sql, person.id, purpose)),
  })
  log.info({ person: person.id, purpose }, 'link sent')
}

export async function showPassword(identity: Identity, visit: Visit): Promise<void> {
  const holder = await admittedHolder(identity, visit)
  if (!holder) return
  const look = holderLook(visit, holder.person)
  sendPage({ reply: visit.reply, look }, passwordPage(look, holder.person, holder.purpose))
}

function holderLook({ request, url, site }: Visit, { language }: Person): Look {
  return lookOf(request, url, site, { ui_locales: language })
}

/** Uses up the link and ends all sessions. */
export async function choosePassword(identity: Identity, visit: Visit): Promise<void> {
  const { sql, log } = identity
  const { password = '', repeat = '' } = formOf(visit)
  const holder = await admittedHolder(identity, visit)
  if (!holder) return
  const look = holderLook(visit, holder.person)
  const fault = await faultOf(password, repeat, holder.person, visit.site)
  if (fault)
    return sendPage({ reply: visit.reply, look }, passwordPage(look, holder.person, holder.purpose, fault), 400)
  const { site, request } = visit
  const isChange = holder.purpose === 'reset'
  const passwordHash = await hashPassword(password, callerOf(request))
  const personId = await inTransaction(sql, async (tx) => {
    if (holder.isRegistering) return completeRegistration(tx, holder.token, passwordHash)
    const owner = await takeLink(tx, holder.token)
    if (!owner) return null
    await setPassword(tx, owner, passwordHash)
    await endSessions(tx, owner)
    if (isChange) await auditOwn(tx, ownActorOf(visit, owner), 'user.password')
    return owner
  })
  if (!personId) return sendPage(visit, noticePage(visit.look, 'link.gone'), 410)
  await forgiveAttempt(sql, { kind: 'person', name: nameIn(site.tenantId, holder.person.email) })
  log.info({ person: personId }, 'password set')
  // The link's holder is no stranger at the sign-in that follows.
  const device = await noteDevice(identity, visit, personId)
  sendPage({ reply: visit.reply, look }, noticePage(look, 'password.done'))
  if (isChange) await tellOwner(identity, visit, holder.person, 'newPassword', device)
}

type Holder = { token: string; person: Person; purpose: LinkPurpose; isRegistering: boolean }

/** Returns the link's holder, or null after sending an error page. Closing registration also stops unfinished ones. */
async function admittedHolder(identity: Identity, visit: Visit): Promise<Holder | null> {
  const holder = await holderOf(identity, visit)
  if (holder && (!holder.isRegistering || mayRegister(identity, visit.site))) return holder
  sendPage(visit, noticePage(visit.look, holder ? 'register.closed' : 'link.gone'), holder ? 403 : 410)
  return null
}

/** `isRegistering`: the person does not exist yet. Null for an invalid link. */
async function holderOf({ sql }: Identity, { url, site }: Visit): Promise<Holder | null> {
  const token = url.searchParams.get('token') ?? ''
  const link = await personOfLink(sql, token)
  const person = link ? await personById(sql, link.personId) : await registeringPerson(sql, token)
  if (!person || person.status === 'suspended' || person.tenantId !== site.tenantId) return null
  return { token, person, purpose: link?.purpose ?? 'invitation', isRegistering: link === null }
}
