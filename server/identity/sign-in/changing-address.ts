import { inTransaction } from '#server/infra/db/database.ts'
import { callerOf } from '#server/infra/http/caller.ts'
import { recordAddress } from '#server/people/users/addresses.ts'
import { type EmailFault, faultOfEmail, storedEmail } from '#shared/rules/email.ts'
import { type AddressFault, type Answer, addressPage, answerPage } from '../pages/address-pages.ts'
import { noticePage } from '../pages/notice-page.ts'
import { waitText, wordsOf } from '../pages/page.ts'
import { emailIn, formOf, lookOf, sendPage, type Visit } from '../pages/visit.ts'
import { countAttempt, countRequestedLetter, nameIn } from '../passwords/attempts.ts'
import { judge } from '../passwords/judging.ts'
import { credentialsOf, type Person, setEmail } from '../passwords/persons.ts'
import type { Identity } from '../protocol/identity.ts'
import type { IdentitySite } from '../protocol/sites.ts'
import { type AddressChange, addressChangeOf, makeAddressChange, takeAddressChange } from './address-changes.ts'
import { tellOwner } from './not-me.ts'
import { ownActorOf } from './own-actor.ts'
import { sendLink } from './send-link.ts'
import { personHere } from './session.ts'

export async function showAddress(identity: Identity, visit: Visit): Promise<void> {
  const person = await ownerOf(identity, visit)
  if (person) sendPage(visit, addressPage(visit.look, person))
}

/**
 * Checks the password, then writes to both addresses; the new one must confirm. The page says the same for a taken
 * address, but the letter tells its owner.
 */
export async function requestAddressChange(identity: Identity, visit: Visit): Promise<void> {
  const { site, look, request, reply } = visit
  const form = formOf(visit)
  const person = await ownerOf(identity, visit)
  if (!person) return
  const typed = emailIn(form)
  const again = (fault: AddressFault, status: number) =>
    sendPage(visit, addressPage(look, person, typed, fault), status)
  const wait = (waitS: number) => {
    reply.header('retry-after', String(waitS))
    again({ text: waitText(wordsOf(look), waitS) }, 429)
  }
  const fault = faultOf(person, typed)
  if (fault) return again({ field: 'email', text: wordsOf(look)(`address.wrong.${fault}`) }, 400)
  const { tenantId } = site
  const address = callerOf(request)
  const judged = await judge(identity, { tenantId, email: person.email, password: form.current ?? '', address })
  if (judged.waitS) return wait(judged.waitS)
  if (!judged.person) return again({ field: 'current', text: wordsOf(look)('password.currentWrong') }, 401)
  const email = storedEmail(typed)
  const waitS = await countLetters(identity, address, person, email)
  if (waitS > 0) return wait(waitS)
  sendPage(visit, noticePage(look, 'address.sent'))
  // Sent after the page, so that timing does not reveal known addresses.
  await writeToBoth(identity, site, person, email)
  identity.log.info({ person: person.id }, 'change of address asked')
}

/** Changes nothing, because mail scanners open links. */
export async function showAnswer(identity: Identity, visit: Visit): Promise<void> {
  const { change, answer, look } = await holderOf(identity, visit)
  if (change) sendPage({ reply: visit.reply, look }, answerPage(look, answer, change.email))
}

export async function answerForAddress(identity: Identity, visit: Visit): Promise<void> {
  formOf(visit)
  const { change: shown, answer, token, look } = await holderOf(identity, visit)
  if (!shown) return
  const { sql, log } = identity
  const outcome = await inTransaction(sql, async (tx) => {
    const change = await takeAddressChange(tx, answer, token)
    if (!change) return 'address.gone'
    if (answer === 'stop') return 'address.stopped'
    const { person, email } = change
    const actor = ownActorOf(visit, person.id)
    const isFree = (await setEmail(tx, person, email)) && (await recordAddress(tx, actor, email))
    if (!isFree) throw new AddressTaken()
    return 'address.done'
  }).catch((error: unknown) => {
    if (error instanceof AddressTaken) return 'address.taken' as const
    throw error
  })
  log.info({ person: shown.person.id, outcome }, 'change of address answered')
  sendPage({ reply: visit.reply, look }, noticePage(look, outcome), statusOf[outcome])
  // To the former address.
  if (outcome === 'address.done') await tellOwner(identity, visit, shown.person, 'newAddress')
}

const statusOf = { 'address.done': 200, 'address.stopped': 200, 'address.taken': 409, 'address.gone': 410 }

/** Rolls back. */
class AddressTaken extends Error {}

/** Returns the signed-in person, or null after sending an error page. */
async function ownerOf(identity: Identity, visit: Visit): Promise<Person | null> {
  const owner = await personHere(identity, visit)
  if (owner && identity.mail) return owner.person
  sendPage(visit, noticePage(visit.look, owner ? 'address.no-mail' : 'change.refused'), owner ? 200 : 401)
  return null
}

function faultOf(person: Person, typed: string): EmailFault | 'same' | null {
  const fault = faultOfEmail(typed)
  const isSame = storedEmail(typed).toLowerCase() === storedEmail(person.email).toLowerCase()
  return fault ?? (isSame ? 'same' : null)
}

/** Counts letters to both addresses. Returns 0, or the seconds to wait. */
async function countLetters({ sql }: Identity, requester: string, person: Person, email: string): Promise<number> {
  const name = nameIn(person.tenantId, person.email)
  const waitS = await countAttempt(sql, { kind: 'letter', name })
  return waitS > 0 ? waitS : countRequestedLetter(sql, requester, person.tenantId, email)
}

async function writeToBoth(identity: Identity, site: IdentitySite, person: Person, email: string): Promise<void> {
  const { sql } = identity
  const { confirm, stop } = await makeAddressChange(sql, person.id, email)
  const receiver = { email, language: person.language }
  if (await credentialsOf(sql, site.tenantId, email))
    await sendLink(identity, site, receiver, 'addressTaken', { url: `${site.issuer}/forgot` })
  else await sendLink(identity, site, receiver, 'address', { url: answerUrl(site, 'confirm', confirm) })
  await sendLink(identity, site, person, 'addressLeft', { url: answerUrl(site, 'stop', stop) })
}

function answerUrl({ issuer }: IdentitySite, answer: Answer, token: string): string {
  return `${issuer}/address/${answer}?token=${token}`
}

/** Returns the link's change, and the look in its letter's language. Sends an error page for an invalid link. */
async function holderOf({ sql }: Identity, visit: Visit) {
  const { request, url, site } = visit
  const answer: Answer = url.pathname.endsWith('/stop') ? 'stop' : 'confirm'
  const token = url.searchParams.get('token') ?? ''
  const found = await addressChangeOf(sql, answer, token)
  const isHere = found?.person.status === 'active' && found.person.tenantId === site.tenantId
  const change: AddressChange | null = isHere ? found : null
  const look = change ? lookOf(request, url, site, { ui_locales: change.person.language }) : visit.look
  if (!change) sendPage(visit, noticePage(look, 'address.gone'), 410)
  return { change, answer, token, look }
}
