import type { Sql } from '#server/infra/db/database.ts'
import { hashOfToken, newLinkToken } from './link-token.ts'

export type LinkPurpose = 'invitation' | 'reset'

/** How long a link works, in seconds: a week to take up an invitation, an hour to choose a new password. */
const linkLifetimeS: Record<LinkPurpose, number> = { invitation: 7 * 86_400, reset: 3_600 }

/** Makes a link's token for a person; earlier links of the person stop working. Only the token's hash is kept. */
export async function makeLink(sql: Sql, personId: string, purpose: LinkPurpose): Promise<string> {
  const token = newLinkToken()
  await sql`
    with earlier as (delete from identity.link where person_id = ${personId})
    insert into identity.link (token_hash, person_id, purpose, expires_at)
    values (${hashOfToken(token)}, ${personId}, ${purpose}, now() + make_interval(secs => ${linkLifetimeS[purpose]}))`
  return token
}

/** Returns whose link it is; null once it does not work. */
export async function personOfLink(
  sql: Sql,
  token: string,
): Promise<{ personId: string; purpose: LinkPurpose } | null> {
  const [link] = await sql<{ personId: string; purpose: LinkPurpose }[]>`
    select person_id as "personId", purpose from identity.link
    where token_hash = ${hashOfToken(token)} and expires_at > now()`
  return link ?? null
}

/** Takes the link out of use and returns whose it was; of two who use it at once, one gets null. */
export async function takeLink(sql: Sql, token: string): Promise<string | null> {
  const [row] = await sql<{ person_id: string }[]>`
    delete from identity.link where token_hash = ${hashOfToken(token)} and expires_at > now() returning person_id`
  return row?.person_id ?? null
}
