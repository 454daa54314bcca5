import type { Identity } from './identity.ts'
import { noticePage } from './pages/notice-page.ts'
import { redirect, sendPage, type Visit } from './visit.ts'

/**
 * Ends the session in this browser and goes back to the site, without a page that asks. Takes OpenID's parameters
 * (RP-Initiated Logout 1.0: `client_id` or `id_token_hint`, `post_logout_redirect_uri`, `state`) and Cognito's
 * (`client_id`, `logout_uri`). Only our own site is gone back to.
 */
export async function signOut(identity: Identity, visit: Visit): Promise<void> {
  const { origin, issuer } = visit.site
  const query = visit.url.searchParams
  const clientId = query.get('client_id')
  const returnTo = query.get('post_logout_redirect_uri') ?? query.get('logout_uri')
  const isOurs = returnTo === null || returnTo === origin || returnTo === `${origin}/`
  if ((clientId !== null && clientId !== identity.options.clientId) || !isOurs) {
    return sendPage(visit, noticePage(visit.look, 'refused'), 400)
  }
  await endSession(identity, visit)
  if (returnTo === null) return redirect(visit.res, `${issuer}/signed-out`)
  const target = new URL(returnTo)
  const state = query.get('state')
  if (state !== null) target.searchParams.set('state', state)
  redirect(visit.res, target.href)
}

export function showSignedOut(_identity: Identity, visit: Visit): void {
  sendPage(visit, noticePage(visit.look, 'signed-out'))
}

async function endSession({ sql, current }: Identity, { req, res, site, look }: Visit): Promise<void> {
  const provider = current.providerOf(site)
  const context = provider.createContext(req, res)
  const session = await provider.Session.get(context)
  const grants = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? [])
  await sql`delete from identity.artefact where grant_id = any(${grants}) or (model = 'Grant' and id = any(${grants}))`
  await session.destroy()
  context.cookies.set(provider.cookieName('session'), null, { path: look.path, signed: true })
}
