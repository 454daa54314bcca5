import { inTransaction, type Sql } from '#server/infra/db/database.ts'
import { callerOf } from '#server/infra/http/caller.ts'
import { wordingIn } from '#server/infra/texts/texts.ts'
import { reportTheft } from '#server/people/stops/theft.ts'
import { recordAddress } from '#server/people/users/addresses.ts'
import { removeAllFactors } from '../factors/factors.ts'
import { notMePage, notMeScript } from '../pages/not-me-page.ts'
import { noticePage } from '../pages/notice-page.ts'
import { formOf, sendPage, type Visit } from '../pages/visit.ts'
import { blockPassword, type Person, setEmail } from '../passwords/persons.ts'
import type { Identity } from '../protocol/identity.ts'
import { type Device, endSessions } from '../protocol/sessions.ts'
import type { IdentitySite } from '../protocol/sites.ts'
import { deviceInWords } from './device.ts'
import { makeLink } from './links.ts'
import { makeNotMeLink, takeNotMeLink } from './not-me-links.ts'
import { ownActorOf } from './own-actor.ts'
import { linkUrl, notMeUrl, sendLink } from './send-link.ts'

/** Kinds of e-mails with a link to `showNotMe`. `newAddress` goes to the former address. */
type Told = 'newDevice' | 'newPassword' | 'newAddress'

/** Tells the owner of a change of the sign-in. */
export async function tellOwner(
  identity: Pick<Identity, 'sql' | 'mail' | 'log'>,
  { site, request }: Visit,
  person: Person,
  kind: Told,
  device: Partial<Device> = {},
): Promise<void> {
  if (!identity.mail) return
  const { language } = person
  const { day, clock } = wordingIn(language)
  const now = new Date().toISOString()
  await sendLink(identity, site, person, kind, {
    url: notMeUrl(site, person, await makeNotMeLink(identity.sql, person)),
    device: deviceInWords(language, device),
    address: callerOf(request),
    time: `${day(now)}, ${clock(now)}`,
  })
}

/** Changes nothing, because mail scanners open links. The token is in the fragment, which no server gets. */
export function showNotMe(_identity: Identity, visit: Visit): void {
  const policy = String(visit.reply.raw.getHeader('content-security-policy'))
  visit.reply.header('content-security-policy', policy.replace("script-src 'none'", `script-src '${notMeScript.hash}'`))
  sendPage(visit, notMePage(visit.look))
}

/** Ends all sessions, removes all second factors, blocks the password, brings back the address that got the e-mail, and sends a link there. */
export async function answerNotMe(identity: Identity, visit: Visit): Promise<void> {
  const { token = '' } = formOf(visit)
  const stop = (bringsBack: boolean) =>
    inTransaction(identity.sql, (tx) => stopThief(tx, visit, token.trim(), bringsBack))
  const stopped = await stop(true).catch((error: unknown) => {
    if (error instanceof AddressTaken) return stop(false)
    throw error
  })
  if (!stopped) return sendPage(visit, noticePage(visit.look, 'not-me.gone'), 410)
  const { person, reset } = stopped
  identity.log.warn({ person: person.id }, 'a sign-in was reported as stolen')
  sendPage(visit, noticePage(visit.look, reset ? 'not-me.done' : 'not-me.helpless'))
  if (reset) await sendBlocked(identity, visit.site, person, reset)
}

function sendBlocked(identity: Identity, site: IdentitySite, person: Person, reset: string) {
  return sendLink(identity, site, person, 'blocked', { url: linkUrl(site, reset) })
}

/** Rolls back. */
class AddressTaken extends Error {}

/** `reset`: the token of a password link, or null if only an admin can help. Null for an invalid link. */
async function stopThief(tx: Sql, { site, request }: Visit, token: string, bringsBack: boolean) {
  const link = await takeNotMeLink(tx, site.tenantId, token)
  if (!link) return null
  const { email } = link
  const isChanged = email !== link.person.email
  const actor = ownActorOf({ request, site }, link.person.id)
  if (isChanged && bringsBack) {
    const isFree = (await setEmail(tx, link.person, email)) && (await recordAddress(tx, actor, email))
    if (!isFree) throw new AddressTaken()
  }
  const person = bringsBack ? { ...link.person, email } : link.person
  const isHelpless = person.status === 'suspended' || (isChanged && !bringsBack)
  await blockPassword(tx, person.id, isHelpless ? 'suspended' : 'blocked')
  await endSessions(tx, person.id)
  await tx`delete from identity.address_change where person_id = ${person.id}`
  // The thief may have added one.
  await removeAllFactors(tx, person.id)
  // The thief's device is new again.
  await tx`delete from identity.sign_in where person_id = ${person.id}`
  await tx`delete from identity.link where person_id = ${person.id}`
  await reportTheft(tx, actor)
  return { person, reset: isHelpless ? null : await makeLink(tx, person.id, 'reset') }
}
