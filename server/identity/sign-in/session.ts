import { errors, jwtVerify } from 'jose'
import type { Sql } from '#server/infra/db/database.ts'
import { cookieAttributes, type Visit } from '../pages/visit.ts'
import { type Person, personById } from '../passwords/persons.ts'
import { isStrong } from '../protocol/assurance.ts'
import type { Identity } from '../protocol/identity.ts'
import { signingAlgorithm } from '../protocol/keys.ts'
import { sessionLifetimeS } from '../protocol/provider.ts'

export type Session = { id: string; personId: string; grants: string[]; isStrong: boolean }

/** Null if nobody is signed in. */
export async function sessionOf({ current }: Identity, { request, reply, site }: Visit): Promise<Session | null> {
  const provider = current.providerOf(site)
  const session = await provider.Session.get(provider.createContext(request.raw, reply.raw))
  if (!session.accountId) return null
  const grants = Object.values(session.authorizations ?? {}).flatMap(({ grantId }) => grantId ?? [])
  return { id: session.jti, personId: session.accountId, grants, isStrong: isStrong(session.acr) }
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

/** Ends the session with its refresh tokens. */
export async function endSession({ sql, current }: Identity, visit: Visit, { id, grants }: Session): Promise<void> {
  const { reply, site, look } = visit
  await sql`
    delete from identity.artefact
    where grant_id = any(${grants}) or (model = 'Grant' and id = any(${grants})) or (model = 'Session' and id = ${id})`
  // The provider signs each cookie with a second one.
  const cookie = current.providerOf(site).cookieName('session')
  for (const name of [cookie, `${cookie}.sig`]) reply.clearCookie(name, cookieAttributes(look))
}

/** Ends the person's other sessions with their refresh tokens. */
export async function endOtherSessions(sql: Sql, { id, personId, grants }: Session): Promise<void> {
  await sql`
    delete from identity.artefact
    where person_id = ${personId} and not (model = 'Session' and id = ${id})
      and not (model = 'Grant' and id = any(${grants})) and not coalesce(grant_id = any(${grants}), false)`
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
