import { errors, jwtVerify } from 'jose'
import { cookieAttributes, type Visit } from '../pages/visit.ts'
import { type Person, personById } from '../passwords/persons.ts'
import { isStrong } from '../protocol/assurance.ts'
import type { Identity } from '../protocol/identity.ts'
import { signingAlgorithm } from '../protocol/keys.ts'
import { sessionLifetimeS } from '../protocol/provider.ts'

export type Session = { uid: string; personId: string; isStrong: boolean }

/** Null if nobody is signed in. */
export async function sessionOf({ current }: Identity, { request, reply, site }: Visit): Promise<Session | null> {
  const provider = current.providerOf(site)
  const session = await provider.Session.get(provider.createContext(request.raw, reply.raw))
  if (!session.accountId) return null
  return { uid: session.uid, personId: session.accountId, isStrong: isStrong(session.acr) }
}

/** Null unless the person is active at this site. */
export async function personHere(
  identity: Identity,
  visit: Visit,
): Promise<{ person: Person; session: Session } | null> {
  const session = await sessionOf(identity, visit)
  if (!session) return null
  const person = await personById(identity.sql, session.personId)
  return person?.status === 'active' && person.tenantId === visit.site.tenantId ? { person, session } : null
}

/** Makes the browser forget the session. */
export function clearSession({ current }: Identity, { reply, site, look }: Visit): void {
  // The provider signs each cookie with a second one.
  const cookie = current.providerOf(site).cookieName('session')
  for (const name of [cookie, `${cookie}.sig`]) reply.clearCookie(name, cookieAttributes(look))
}

/** Whether our client got this id token for this person; it may have expired. */
export async function isHintOf(
  { current, options }: Identity,
  { site }: Visit,
  { personId }: Session,
  idToken: string,
): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(idToken, current.keyOf, {
      issuer: site.issuer,
      audience: options.clientId,
      subject: personId,
      algorithms: [signingAlgorithm],
      clockTolerance: sessionLifetimeS,
    })
    return payload.sub === personId
  } catch (error) {
    if (error instanceof errors.JOSEError) return false
    throw error
  }
}
