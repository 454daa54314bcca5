import { callerOf } from '#server/infra/http/caller.ts'
import { noticePage } from '../pages/notice-page.ts'
import { waitText, wordsOf } from '../pages/page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { emailIn, formOf, lookOf, redirect, sendPage, type Visit } from '../pages/visit.ts'
import { judge } from '../passwords/judging.ts'
import { credentialsOf } from '../passwords/persons.ts'
import type { Identity } from '../protocol/identity.ts'
import { signInUnderWay } from './finishing.ts'
import { firstFactorOf } from './first-factors.ts'
import { storeRefusedTry, takeRefusedTry } from './refused-try.ts'
import { mayRegister } from './registering.ts'
import { goOn, showPasskeySignIn, showSecondFactor, signInByPasskey, takeSecondFactor } from './second-factor.ts'

/** A refused try is shown once, in the same words for all causes. */
export async function showSignIn(identity: Identity, visit: Visit): Promise<void> {
  const { request, reply, site, url } = visit
  const underWay = await signInUnderWay(identity, visit)
  if (!underWay) return sendPage(visit, noticePage(visit.look, 'expired'), 400)
  const look = lookOf(request, url, site, underWay.params)
  const person = await firstFactorOf(identity.sql, underWay.uid)
  if (person) return showSecondFactor(identity, { ...visit, look }, underWay.uid, person)
  if (url.searchParams.get('with') === 'passkey') return showPasskeySignIn(identity, { ...visit, look }, underWay)
  const words = wordsOf(look)
  const options = { mayRegister: mayRegister(identity, site), people: peopleAt(identity, visit) }
  const refused = takeRefusedTry(visit)
  if (!refused) return sendPage({ reply, look }, signInPage(look, options))
  const { email, waitS } = refused
  const wrong = refused.fault === 'other' ? 'sign-in.other' : 'sign-in.wrong'
  const fault = waitS > 0 ? waitText(words, waitS) : words(wrong)
  if (waitS > 0) reply.header('retry-after', String(waitS))
  sendPage({ reply, look }, signInPage(look, { ...options, email, fault }), waitS > 0 ? 429 : 401)
}

/**
 * With a password, a passkey, or as a chosen person of a sandbox; then perhaps a second factor. Success finishes the
 * sign-in, failure redirects to the form.
 */
export async function signIn(identity: Identity, visit: Visit): Promise<void> {
  const { request, site, look } = visit
  const form = formOf(visit)
  const underWay = await signInUnderWay(identity, visit)
  if (!underWay) return sendPage(visit, noticePage(look, 'expired'), 400)
  const known = await firstFactorOf(identity.sql, underWay.uid)
  if (known) return takeSecondFactor(identity, visit, underWay.uid, known, form)
  if (form.credential !== undefined) return signInByPasskey(identity, visit, underWay, form.credential)
  const { tenantId } = site
  const chosen = peopleAt(identity, visit).find(({ email }) => email === form.person)
  const sample = chosen && (await credentialsOf(identity.sql, tenantId, chosen.email))
  if (sample?.status === 'active') return goOn(identity, visit, underWay, sample)
  const email = emailIn(form)
  const judged = await judge(identity, { tenantId, email, password: form.password ?? '', address: callerOf(request) })
  if (judged.person) return goOn(identity, visit, underWay, judged.person)
  storeRefusedTry(visit, { email, waitS: judged.waitS })
  redirect(visit, look.address)
}

const peopleAt = ({ sample }: Identity, { site }: Visit) => (sample?.tenantId === site.tenantId ? sample.people : [])
