import type { Sql } from '#server/infra/db/database.ts'
import { hashOfToken, newLinkToken } from '#server/infra/link-token.ts'
import { type Person, personById } from '../passwords/persons.ts'

const lifetimeDays = 30

/** `email`: where the link is sent. Returns the token, of which only the hash is stored. */
export async function makeNotMeLink(sql: Sql, { id, email }: Pick<Person, 'id' | 'email'>): Promise<string> {
  const token = newLinkToken()
  await sql`
    insert into identity.not_me_link (token_hash, person_id, email, expires_at)
    values (${hashOfToken(token)}, ${id}, ${email}, now() + make_interval(days => ${lifetimeDays}))`
  return token
}

/** Uses the link up. Null for an invalid link, or one of another tenant. */
export async function takeNotMeLink(
  tx: Sql,
  tenantId: string,
  token: string,
): Promise<{ person: Person; email: string } | null> {
  const [row] = await tx<{ personId: string; email: string }[]>`
    delete from identity.not_me_link link using identity.person
    where link.token_hash = ${hashOfToken(token)} and link.expires_at > now()
      and person.id = link.person_id and person.tenant_id = ${tenantId}
    returning link.person_id as "personId", link.email`
  const person = row ? await personById(tx, row.personId) : null
  return row && person ? { person, email: row.email } : null
}
