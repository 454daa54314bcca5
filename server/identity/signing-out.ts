import type { Identity } from './identity.ts'
import { noticePage } from './pages/notice-page.ts'
import { signOutPage } from './pages/sign-out-page.ts'
import { endSession, isHintOf, type Session, sessionOf } from './session.ts'
import { fieldsOf, redirect, sendPage, type Visit } from './visit.ts'

/**
 * Ends the session in this browser and goes back to the site. Takes OpenID's parameters, by GET or POST (RP-Initiated Logout
 * 1.0: `client_id`, `id_token_hint`, `post_logout_redirect_uri`, `state`) and Cognito's (`client_id`, `logout_uri`). Only our
 * own site is gone back to. Whoever comes from elsewhere without a token of the person signed in is asked first: a link must
 * not sign anybody out.
 */
export async function signOut(identity: Identity, visit: Visit): Promise<void> {
  const { origin, issuer } = visit.site
  const asked = visit.req.method === 'POST' ? await fieldsOf(visit.req) : visit.url.searchParams
  const clientId = asked.get('client_id')
  const returnTo = asked.get('post_logout_redirect_uri') ?? asked.get('logout_uri')
  const isOurs = returnTo === null || returnTo === origin || returnTo === `${origin}/`
  if ((clientId !== null && clientId !== identity.options.clientId) || !isOurs) {
    return sendPage(visit, noticePage(visit.look, 'refused'), 400)
  }
  const session = await sessionOf(identity, visit)
  const state = asked.get('state')
  if (session && !(await isWanted(identity, visit, session, asked.get('id_token_hint')))) {
    return sendPage(visit, signOutPage(visit.look, { post_logout_redirect_uri: returnTo, state }))
  }
  if (session) await endSession(identity, visit, session)
  if (returnTo === null) return redirect(visit.res, `${issuer}/signed-out`)
  const target = new URL(returnTo)
  if (state !== null) target.searchParams.set('state', state)
  redirect(visit.res, target.href)
}

export function showSignedOut(_identity: Identity, visit: Visit): void {
  sendPage(visit, noticePage(visit.look, 'signed-out'))
}

/**
 * Whether the person asked for it: from a page of our own site, or with a token that others do not have. A browser that does
 * not say where a form comes from keeps the session's cookie (`SameSite=Lax`) from the forms of others.
 */
async function isWanted(identity: Identity, visit: Visit, session: Session, hint: string | null): Promise<boolean> {
  const { method, headers } = visit.req
  const from = headers['sec-fetch-site'] ?? (method === 'POST' ? 'same-origin' : 'unknown')
  return from === 'same-origin' || (hint !== null && isHintOf(identity, visit, session, hint))
}
