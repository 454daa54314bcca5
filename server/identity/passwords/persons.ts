import type { Sql } from '#server/infra/db/database.ts'
import type { Language } from '#shared/rules/languages.ts'
import { addressOf } from './addresses.ts'

export type PersonStatus = 'invited' | 'active' | 'suspended'

/** Someone who can sign in, or will once the invitation is taken up. The id is the token's `sub`. */
export type Person = {
  id: string
  tenantId: string
  email: string
  firstName: string
  lastName: string
  language: Language
  groups: string[]
  status: PersonStatus
}

export type Credentials = Person & { passwordHash: string | null }

type Row = {
  id: string
  tenant_id: string
  email: string
  first_name: string
  last_name: string
  language: Language
  groups: string[]
  status: PersonStatus
  password_hash: string | null
}

export async function personById(sql: Sql, id: string): Promise<Person | null> {
  const [row] = await sql<Row[]>`select * from identity.person where id = ${id}`
  return row ? toPerson(row) : null
}

/**
 * Somebody by e-mail address, in capital or small letters, with the hash of the password. Returns null if nobody of the tenant
 * has the address, or if the text is not a valid one.
 */
export async function credentialsOf(sql: Sql, tenantId: string, typed: string): Promise<Credentials | null> {
  const [row] = await sql<Row[]>`
    select * from identity.person where tenant_id = ${tenantId} and lower(email) = lower(${addressOf(typed)})`
  return row ? { ...toPerson(row), passwordHash: row.password_hash } : null
}

/** Adds a person. Returns false if somebody of the tenant has the address already. */
export async function insertPerson(sql: Sql, person: Person, passwordHash: string | null): Promise<boolean> {
  const { id, tenantId, email, firstName, lastName, language, groups, status } = person
  const added = await sql`
    insert into identity.person (id, tenant_id, email, first_name, last_name, language, groups, status, password_hash)
    values (${id}, ${tenantId}, ${email}, ${firstName}, ${lastName}, ${language}, ${groups}, ${status}, ${passwordHash})
    on conflict (tenant_id, lower(email)) do nothing`
  return added.count === 1
}

/** Writes what is given and leaves the rest. Returns false if there is no such person. */
export async function updatePerson(
  sql: Sql,
  id: string,
  changes: Partial<Pick<Person, 'firstName' | 'lastName' | 'groups' | 'status'>>,
): Promise<boolean> {
  const { firstName = null, lastName = null, groups = null, status = null } = changes
  const updated = await sql`
    update identity.person
    set first_name = coalesce(${firstName}, first_name), last_name = coalesce(${lastName}, last_name),
        groups = coalesce(${groups}::text[], groups), status = coalesce(${status}, status)
    where id = ${id}`
  return updated.count === 1
}

/** A new password makes an invited person active and ends the links to choose one; a suspended person stays suspended. */
export async function setPassword(sql: Sql, id: string, passwordHash: string): Promise<void> {
  await sql`
    with void as (delete from identity.link where person_id = ${id})
    update identity.person
    set password_hash = ${passwordHash}, status = case status when 'invited' then 'active' else status end
    where id = ${id}`
}

export async function deletePerson(sql: Sql, id: string): Promise<boolean> {
  return (await sql`delete from identity.person where id = ${id}`).count === 1
}

/** Ends every session and refresh token of a person; access tokens run out by themselves. */
export async function endSessions(sql: Sql, personId: string): Promise<void> {
  await sql`delete from identity.artefact where person_id = ${personId}`
}

function toPerson(row: Row): Person {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    language: row.language,
    groups: row.groups,
    status: row.status,
  }
}
