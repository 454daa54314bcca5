import type { Sql } from '#server/infra/db/database.ts'
import { hashOfToken, newLinkToken } from '#server/infra/link-token.ts'
import type { Answer } from '../pages/address-pages.ts'
import { type Person, personById } from '../passwords/persons.ts'

const changeLifetimeS = 86_400

export type AddressChange = { person: Person; email: string }

/** Replaces earlier requests. Returns the link tokens. */
export async function makeAddressChange(sql: Sql, personId: string, email: string): Promise<Record<Answer, string>> {
  const tokens = { confirm: newLinkToken(), stop: newLinkToken() }
  await sql`
    insert into identity.address_change (person_id, email, confirm_hash, stop_hash, expires_at)
    values (${personId}, ${email}, ${hashOfToken(tokens.confirm)}, ${hashOfToken(tokens.stop)},
      now() + make_interval(secs => ${changeLifetimeS}))
    on conflict (person_id) do update set email = excluded.email, confirm_hash = excluded.confirm_hash,
      stop_hash = excluded.stop_hash, expires_at = excluded.expires_at`
  return tokens
}

/** Null for an invalid link. */
export async function addressChangeOf(sql: Sql, answer: Answer, token: string): Promise<AddressChange | null> {
  const [row] = await sql<{ personId: string; email: string }[]>`
    select person_id as "personId", email from identity.address_change
    where ${linkOf(sql, answer, token)} and expires_at > now()`
  return withPerson(sql, row)
}

/** Voids the links. Of two concurrent calls, one gets null. */
export async function takeAddressChange(tx: Sql, answer: Answer, token: string): Promise<AddressChange | null> {
  const [row] = await tx<{ personId: string; email: string }[]>`
    delete from identity.address_change where ${linkOf(tx, answer, token)} and expires_at > now()
    returning person_id as "personId", email`
  return withPerson(tx, row)
}

function linkOf(sql: Sql, answer: Answer, token: string) {
  const hash = hashOfToken(token)
  return answer === 'confirm' ? sql`confirm_hash = ${hash}` : sql`stop_hash = ${hash}`
}

async function withPerson(
  sql: Sql,
  row: { personId: string; email: string } | undefined,
): Promise<AddressChange | null> {
  const person = row ? await personById(sql, row.personId) : null
  return row && person ? { person, email: row.email } : null
}
