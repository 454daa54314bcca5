import { errors } from 'oidc-provider'
import type { Identity } from './identity.ts'
import { judge } from './judging.ts'
import { noticePage } from './pages/notice-page.ts'
import { waitText, wordsOf } from './pages/page.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { keepRefusedTry, takeRefusedTry } from './refused-try.ts'
import { mayRegister } from './registering.ts'
import { emailIn, formOf, lookOf, redirect, sendPage, type Visit } from './visit.ts'

/** Shows the form of a sign-in that the provider has under way; after a refused try, once, with one and the same words. */
export async function showSignIn(identity: Identity, visit: Visit): Promise<void> {
  const { req, res, site } = visit
  const wishes = await signInUnderWay(identity, visit)
  if (!wishes) return sendPage(visit, noticePage(visit.look, 'expired'), 400)
  const look = lookOf(req, visit.url, site, wishes)
  const words = wordsOf(look)
  const isOpen = mayRegister(identity, site)
  const refused = takeRefusedTry(identity, visit)
  if (!refused) return sendPage({ res, look }, signInPage(look, { mayRegister: isOpen }))
  const { email, waitS } = refused
  const fault = waitS > 0 ? waitText(words, waitS) : words('sign-in.wrong')
  if (waitS > 0) res.setHeader('retry-after', String(waitS))
  sendPage({ res, look }, signInPage(look, { email, fault, mayRegister: isOpen }), waitS > 0 ? 429 : 401)
}

/** Judges e-mail and password; the right ones finish the sign-in, others lead back to the form. */
export async function signIn(identity: Identity, visit: Visit): Promise<void> {
  const { req, res, site, address, look } = visit
  const form = await formOf(req)
  if (!(await signInUnderWay(identity, visit))) return sendPage(visit, noticePage(look, 'expired'), 400)
  const email = emailIn(form)
  const { tenantId } = site
  const judged = await judge(identity, { tenantId, email, password: form.get('password') ?? '', address })
  if (judged.person) {
    identity.log.info({ person: judged.person.id }, 'signed in')
    const result = { login: { accountId: judged.person.id, amr: ['pwd'] } }
    return identity.current.providerOf(site).interactionFinished(req, res, result, { mergeWithLastSubmission: false })
  }
  keepRefusedTry(identity, visit, { email, waitS: judged.waitS })
  redirect(res, `${look.path}${look.address}`)
}

/** What the site asked for when it sent somebody here; null if that is over. */
async function signInUnderWay({ current }: Identity, { req, res, site }: Visit) {
  try {
    const { params, returnTo } = await current.providerOf(site).interactionDetails(req, res)
    // One that another site has under way is none of this one's.
    return returnTo.startsWith(`${site.issuer}/`) ? params : null
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null
    throw error
  }
}
