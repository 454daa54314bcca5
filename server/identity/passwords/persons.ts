import type { Sql } from '#server/infra/db/database.ts'
import type { Language } from '#shared/rules/languages.ts'
import { addressOf } from './addresses.ts'

/** `blocked`: until a link sets a new password. */
export type PersonStatus = 'invited' | 'active' | 'suspended' | 'blocked'

/** The id is the `sub` of tokens. */
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

const columns = (sql: Sql) => sql`
  id, tenant_id as "tenantId", email, first_name as "firstName", last_name as "lastName", language, groups, status`

export async function personById(sql: Sql, id: string): Promise<Person | null> {
  const [person] = await sql<Person[]>`select ${columns(sql)} from identity.person where id = ${id}`
  return person ?? null
}

/** Ignores capitalisation. Null if unknown or invalid. */
export async function credentialsOf(sql: Sql, tenantId: string, typed: string): Promise<Credentials | null> {
  const [person] = await sql<Credentials[]>`
    select ${columns(sql)}, password_hash as "passwordHash" from identity.person
    where tenant_id = ${tenantId} and lower(email) = lower(${addressOf(typed)})`
  return person ?? null
}

/** Returns false if the address is taken. */
export async function insertPerson(sql: Sql, person: Person, passwordHash: string | null): Promise<boolean> {
  const { id, tenantId, email, firstName, lastName, language, groups, status } = person
  const added = await sql`
    insert into identity.person (id, tenant_id, email, first_name, last_name, language, groups, status, password_hash)
    values (${id}, ${tenantId}, ${email}, ${firstName}, ${lastName}, ${language}, ${groups}, ${status}, ${passwordHash})
    on conflict (tenant_id, lower(email)) do nothing`
  return added.count === 1
}

/** Returns false for an unknown person. */
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

/** Activates an invited or blocked person, not a suspended one, and voids password links. */
export async function setPassword(sql: Sql, id: string, passwordHash: string): Promise<void> {
  await sql`
    with void as (delete from identity.link where person_id = ${id})
    update identity.person
    set password_hash = ${passwordHash}, status = case when status in ('invited', 'blocked') then 'active' else status end
    where id = ${id}`
}

/** Voids links to the old address. Returns false if the new one is taken. */
export async function setEmail(
  sql: Sql,
  { id, tenantId }: Pick<Person, 'id' | 'tenantId'>,
  email: string,
): Promise<boolean> {
  const changed = await sql`
    with void as (delete from identity.link where person_id = ${id})
    update identity.person set email = ${email}
    where id = ${id} and not exists (
      select from identity.person o where o.tenant_id = ${tenantId} and lower(o.email) = lower(${email}) and o.id <> ${id})`
  return changed.count === 1
}

/** Nobody knows the password any more; a link sets a new one. */
export async function blockPassword(sql: Sql, id: string, status: 'blocked' | 'suspended'): Promise<void> {
  await sql`update identity.person set password_hash = null, status = ${status} where id = ${id}`
}

/** Returns false for an unknown person. */
export async function deletePerson(sql: Sql, id: string): Promise<boolean> {
  return (await sql`delete from identity.person where id = ${id}`).count === 1
}
