import { newId, type Sql } from '#server/infra/db/database.ts'
import { insertPerson, type Person } from '../passwords/persons.ts'
import { hashOfToken, newLinkToken } from './link-token.ts'

/** What somebody says who wants to sign in and was not invited. */
export type Registration = Pick<Person, 'tenantId' | 'email' | 'firstName' | 'lastName' | 'language'>

/** How long the link works that proves who reads the mail of the address. */
const registrationLifetimeS = 86_400

type Row = { tenant_id: string; email: string; first_name: string; last_name: string; language: Person['language'] }

/** Keeps a registration until its link is used. Returns the link's token, of which only the hash is kept. */
export async function makeRegistration(sql: Sql, registration: Registration): Promise<string> {
  const token = newLinkToken()
  const { tenantId, email, firstName, lastName, language } = registration
  await sql`
    insert into identity.registration (token_hash, tenant_id, email, first_name, last_name, language, expires_at)
    values (${hashOfToken(token)}, ${tenantId}, ${email}, ${firstName}, ${lastName}, ${language},
      now() + make_interval(secs => ${registrationLifetimeS}))`
  return token
}

/** Who holds a registration's link, as the person that it will make; null once it does not work. */
export async function registeringPerson(sql: Sql, token: string): Promise<Person | null> {
  const [row] = await sql<Row[]>`
    select * from identity.registration where token_hash = ${hashOfToken(token)} and expires_at > now()`
  return row ? personOf(row) : null
}

/**
 * Takes the link out of use and makes its person, who can sign in at once. Returns the person's id; null when the link was
 * used or is too old, or somebody has the address by now.
 */
export async function completeRegistration(tx: Sql, token: string, passwordHash: string): Promise<string | null> {
  const [row] = await tx<Row[]>`
    delete from identity.registration where token_hash = ${hashOfToken(token)} and expires_at > now() returning *`
  if (!row) return null
  const person: Person = { ...personOf(row), status: 'active' }
  return (await insertPerson(tx, person, passwordHash)) ? person.id : null
}

function personOf(row: Row): Person {
  const { email, language } = row
  const names = { firstName: row.first_name, lastName: row.last_name }
  return { id: newId(), tenantId: row.tenant_id, email, ...names, language, groups: [], status: 'invited' }
}
