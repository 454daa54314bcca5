import { errors } from 'oidc-provider'
import { callerOf } from '#server/infra/http/caller.ts'
import { noticePage } from '../pages/notice-page.ts'
import { waitText, wordsOf } from '../pages/page.ts'
import { signInPage } from '../pages/sign-in-page.ts'
import { emailIn, formOf, lookOf, redirect, sendPage, type Visit } from '../pages/visit.ts'
import { judge } from '../passwords/judging.ts'
import type { Identity } from '../protocol/identity.ts'
import { storeRefusedTry, takeRefusedTry } from './refused-try.ts'
import { mayRegister } from './registering.ts'

/** A refused try is shown once, in the same words for all causes. */
export async function showSignIn(identity: Identity, visit: Visit): Promise<void> {
  const { request, reply, site } = visit
  const wishes = await signInUnderWay(identity, visit)
  if (!wishes) return sendPage(visit, noticePage(visit.look, 'expired'), 400)
  const look = lookOf(request, visit.url, site, wishes)
  const words = wordsOf(look)
  const isOpen = mayRegister(identity, site)
  const refused = takeRefusedTry(visit)
  if (!refused) return sendPage({ reply, look }, signInPage(look, { mayRegister: isOpen }))
  const { email, waitS } = refused
  const fault = waitS > 0 ? waitText(words, waitS) : words('sign-in.wrong')
  if (waitS > 0) reply.header('retry-after', String(waitS))
  sendPage({ reply, look }, signInPage(look, { email, fault, mayRegister: isOpen }), waitS > 0 ? 429 : 401)
}

/** Success finishes the sign-in, failure redirects to the form. */
export async function signIn(identity: Identity, visit: Visit): Promise<void> {
  const { request, reply, site, look } = visit
  const form = formOf(visit)
  if (!(await signInUnderWay(identity, visit))) return sendPage(visit, noticePage(look, 'expired'), 400)
  const email = emailIn(form)
  const { tenantId } = site
  const judged = await judge(identity, { tenantId, email, password: form.password ?? '', address: callerOf(request) })
  if (judged.person) {
    identity.log.info({ person: judged.person.id }, 'signed in')
    const result = { login: { accountId: judged.person.id, amr: ['pwd'] } }
    const provider = identity.current.providerOf(site)
    const options = { mergeWithLastSubmission: false }
    return redirect(visit, await provider.interactionResult(request.raw, reply.raw, result, options))
  }
  storeRefusedTry(visit, { email, waitS: judged.waitS })
  redirect(visit, look.address)
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
