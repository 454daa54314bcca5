import { errors } from 'oidc-provider'
import { callerOf } from '#server/infra/http/caller.ts'
import { noticePage } from '../pages/notice-page.ts'
import { waitText, wordsOf } from '../pages/page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { emailIn, formOf, lookOf, redirect, sendPage, type Visit } from '../pages/visit.ts'
import { judge } from '../passwords/judging.ts'
import { credentialsOf, personById } from '../passwords/persons.ts'
import type { Identity } from '../protocol/identity.ts'
import { noteDevice } from './device.ts'
import { tellOwner } from './not-me.ts'
import { storeRefusedTry, takeRefusedTry } from './refused-try.ts'
import { mayRegister } from './registering.ts'

/** A refused try is shown once, in the same words for all causes. */
export async function showSignIn(identity: Identity, visit: Visit): Promise<void> {
  const { request, reply, site } = visit
  const wishes = await signInUnderWay(identity, visit)
  if (!wishes) return sendPage(visit, noticePage(visit.look, 'expired'), 400)
  const look = lookOf(request, visit.url, site, wishes)
  const words = wordsOf(look)
  const options = { mayRegister: mayRegister(identity, site), people: peopleAt(identity, visit) }
  const refused = takeRefusedTry(visit)
  if (!refused) return sendPage({ reply, look }, signInPage(look, options))
  const { email, waitS } = refused
  const fault = waitS > 0 ? waitText(words, waitS) : words('sign-in.wrong')
  if (waitS > 0) reply.header('retry-after', String(waitS))
  sendPage({ reply, look }, signInPage(look, { ...options, email, fault }), waitS > 0 ? 429 : 401)
}

/** With a password, or as a chosen person of a sandbox. Success finishes the sign-in, failure redirects to the form. */
export async function signIn(identity: Identity, visit: Visit): Promise<void> {
  const { request, site, look } = visit
  const form = formOf(visit)
  if (!(await signInUnderWay(identity, visit))) return sendPage(visit, noticePage(look, 'expired'), 400)
  const { tenantId } = site
  const chosen = peopleAt(identity, visit).find(({ email }) => email === form.person)
  const sample = chosen && (await credentialsOf(identity.sql, tenantId, chosen.email))
  if (sample?.status === 'active') return finish(identity, visit, sample.id)
  const email = emailIn(form)
  const judged = await judge(identity, { tenantId, email, password: form.password ?? '', address: callerOf(request) })
  if (judged.person) {
    return finish(identity, visit, judged.person.id)
  }
  storeRefusedTry(visit, { email, waitS: judged.waitS })
  redirect(visit, look.address)
}

const peopleAt = ({ sample }: Identity, { site }: Visit) => (sample?.tenantId === site.tenantId ? sample.people : [])

async function finish(identity: Identity, visit: Visit, accountId: string): Promise<void> {
  const { request, reply, site } = visit
  identity.log.info({ person: accountId }, 'signed in')
  const device = await noteDevice(identity, visit, accountId)
  const result = { login: { accountId, amr: ['pwd'] }, signInId: device.id }
  const options = { mergeWithLastSubmission: false }
  const provider = identity.current.providerOf(site)
  redirect(visit, await provider.interactionResult(request.raw, reply.raw, result, options))
  if (device.isKnown) return
  const person = await personById(identity.sql, accountId)
  if (person) await tellOwner(identity, visit, person, 'newDevice', device)
}

/** Null once the sign-in is over. */
async function signInUnderWay({ current }: Identity, { request, reply, site }: Visit) {
  try {
    const { params, returnTo } = await current.providerOf(site).interactionDetails(request.raw, reply.raw)
    // Ignores a sign-in of another site.
    return returnTo.startsWith(`${site.issuer}/`) ? params : null
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null
    throw error
  }
}
