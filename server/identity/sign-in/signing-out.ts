import { noticePage } from '../pages/notice-page.ts'
import { signOutPage } from '../pages/sign-out-page.ts'
import { type Form, fieldsOf, redirect, sendPage, type Visit } from '../pages/visit.ts'
import type { Identity } from '../protocol/identity.ts'
import { endSession } from '../protocol/sessions.ts'
import { clearSession, isHintOf, type Session, sessionOf } from './session.ts'

/**
 * Returns only to our own site. Takes OpenID's parameters by GET or POST (RP-Initiated Logout 1.0: `client_id`,
 * `id_token_hint`, `post_logout_redirect_uri`, `state`) and Cognito's (`client_id`, `logout_uri`). Foreign requests
 * without the person's token need a confirmation, because a link must not sign anybody out.
 */
export async function signOut(identity: Identity, visit: Visit): Promise<void> {
  const { origin, issuer } = visit.site
  const { request, url } = visit
  const query: Form = request.method === 'POST' ? fieldsOf(request) : Object.fromEntries(url.searchParams)
  const { client_id: clientId, state } = query
  const returnTo = query.post_logout_redirect_uri ?? query.logout_uri
  const isOwnAddress = returnTo === undefined || returnTo === origin || returnTo === `${origin}/`
  if ((clientId !== undefined && clientId !== identity.options.clientId) || !isOwnAddress) {
    return sendPage(visit, noticePage(visit.look, 'refused'), 400)
  }
  const session = await sessionOf(identity, visit)
  if (session && !(await isWanted(identity, visit, session, query.id_token_hint))) {
    return sendPage(visit, signOutPage(visit.look, { post_logout_redirect_uri: returnTo, state }))
  }
  if (session) {
    await endSession(identity.sql, session.personId, session.uid)
    clearSession(identity, visit)
  }
  if (returnTo === undefined) return redirect(visit, `${issuer}/signed-out`)
  const target = new URL(returnTo)
  if (state !== undefined) target.searchParams.set('state', state)
  redirect(visit, target.href)
}

export function showSignedOut(_identity: Identity, visit: Visit): void {
  sendPage(visit, noticePage(visit.look, 'signed-out'))
}

/**
 * From our site, or with the person's token. Without a stated origin, `SameSite=Lax` keeps the cookie from foreign
 * forms.
 */
async function isWanted(identity: Identity, visit: Visit, session: Session, hint?: string): Promise<boolean> {
  const { method, headers } = visit.request
  const from = headers['sec-fetch-site'] ?? (method === 'POST' ? 'same-origin' : 'unknown')
  return from === 'same-origin' || (hint !== undefined && isHintOf(identity, visit, session, hint))
}
