import { newId, type Sql } from '#server/infra/db/database.ts'
import { hashOfToken, newLinkToken } from '#server/infra/link-token.ts'
import { insertPerson, type Person } from '../passwords/persons.ts'

export type Registration = Pick<Person, 'tenantId' | 'email' | 'firstName' | 'lastName' | 'language'>

const registrationLifetimeS = 86_400

const columns = (sql: Sql) => sql`
  tenant_id as "tenantId", email, first_name as "firstName", last_name as "lastName", language`

/** Returns the token, of which only the hash is stored. */
export async function makeRegistration(sql: Sql, registration: Registration): Promise<string> {
  const token = newLinkToken()
  const { tenantId, email, firstName, lastName, language } = registration
  await sql`
    insert into identity.registration (token_hash, tenant_id, email, first_name, last_name, language, expires_at)
    values (${hashOfToken(token)}, ${tenantId}, ${email}, ${firstName}, ${lastName}, ${language},
      now() + make_interval(secs => ${registrationLifetimeS}))`
  return token
}

/** Null for an invalid link. */
export async function registeringPerson(sql: Sql, token: string): Promise<Person | null> {
  const [row] = await sql<Registration[]>`
    select ${columns(sql)} from identity.registration where token_hash = ${hashOfToken(token)} and expires_at > now()`
  return row ? personOf(row) : null
}

/** Creates an active person. Null for an invalid link or a taken address. */
export async function completeRegistration(tx: Sql, token: string, passwordHash: string): Promise<string | null> {
  const [row] = await tx<Registration[]>`
    delete from identity.registration where token_hash = ${hashOfToken(token)} and expires_at > now()
    returning ${columns(tx)}`
  if (!row) return null
  const person: Person = { ...personOf(row), status: 'active' }
  return (await insertPerson(tx, person, passwordHash)) ? person.id : null
}

function personOf(registration: Registration): Person {
  return { id: newId(), ...registration, groups: [], status: 'invited' }
}
