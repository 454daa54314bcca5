import type { Sql } from '#server/infra/db/database.ts'
import { hashOfToken, newLinkToken } from '#server/infra/link-token.ts'

export type LinkPurpose = 'invitation' | 'reset'

/** In seconds: a week, and an hour. */
const linkLifetimeS: Record<LinkPurpose, number> = { invitation: 7 * 86_400, reset: 3_600 }

/** Voids the person's earlier links. Returns the token, of which only the hash is stored. */
export async function makeLink(sql: Sql, personId: string, purpose: LinkPurpose): Promise<string> {
  const token = newLinkToken()
  await sql`
    with earlier as (delete from identity.link where person_id = ${personId})
    insert into identity.link (token_hash, person_id, purpose, expires_at)
    values (${hashOfToken(token)}, ${personId}, ${purpose}, now() + make_interval(secs => ${linkLifetimeS[purpose]}))`
  return token
}

/** Null for an invalid link. */
export async function personOfLink(
  sql: Sql,
  token: string,
): Promise<{ personId: string; purpose: LinkPurpose } | null> {
  const [link] = await sql<{ personId: string; purpose: LinkPurpose }[]>`
    select person_id as "personId", purpose from identity.link
    where token_hash = ${hashOfToken(token)} and expires_at > now()`
  return link ?? null
}

/** Uses the link up. Of two concurrent calls, one gets null. */
export async function takeLink(sql: Sql, token: string): Promise<string | null> {
  const [row] = await sql<{ person_id: string }[]>`
    delete from identity.link where token_hash = ${hashOfToken(token)} and expires_at > now() returning person_id`
  return row?.person_id ?? null
}
