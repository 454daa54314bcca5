import type { Sql } from '#server/infra/db/database.ts'
import { newestFirst, readList, type Source } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { finds } from '#server/infra/db/search.ts'

export type LinkRow = {
  linkId: string
  accountId: string
  label: string
  firstYear: number
  lastYear: number
  createdAt: Date
  createdBy: string
  endsAt: Date
  revokedAt: Date | null
  revokedBy: string | null
  uses: number
  lastUsedAt: Date | null
}

const columns = (sql: Sql) => sql`
  l.id as "linkId", l.account_id as "accountId", l.label, l.first_year as "firstYear", l.last_year as "lastYear",
  l.created_at as "createdAt", l.ends_at as "endsAt", l.revoked_at as "revokedAt", l.uses, l.last_used_at as "lastUsedAt",
  ${nameOf(sql, sql`l.created_by`)} as "createdBy", ${nameOf(sql, sql`l.revoked_by`)} as "revokedBy"`

const nameOf = (sql: Sql, username: ReturnType<Sql>) => sql`(
  select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username) from app_user u
  where u.tenant_id = l.tenant_id and u.username = ${username})`

/** Newest first. */
export function linksOf(sql: Sql, tenantId: string, accountId: string, part: Part): Promise<Found<LinkRow & Placed>> {
  const source: Source = {
    from: sql`auditor_link l`,
    within: sql`
      l.tenant_id = ${tenantId} and l.account_id = ${accountId}
      ${part.search ? sql`and ${finds(sql, sql`search_words(l.label)`, part.search)}` : sql``}`,
    columns: columns(sql),
    key: [sql`l.created_at`, sql`l.id`],
  }
  return readList(sql, { sources: [source], order: newestFirst }, part)
}

/** Locked until the transaction ends. */
export async function lockLink(sql: Sql, tenantId: string, accountId: string, linkId: string): Promise<LinkRow | null> {
  const [row] = await sql<LinkRow[]>`
    select ${columns(sql)} from auditor_link l
    where l.tenant_id = ${tenantId} and l.account_id = ${accountId} and l.id = ${linkId} for no key update of l`
  return row ?? null
}

export async function linkByHash(sql: Sql, tenantId: string, tokenHash: Uint8Array): Promise<LinkRow | null> {
  const [row] = await sql<LinkRow[]>`
    select ${columns(sql)} from auditor_link l where l.tenant_id = ${tenantId} and l.token_hash = ${tokenHash}`
  return row ?? null
}

/** The caller has locked the account. */
export async function openLinks(sql: Sql, tenantId: string, accountId: string, now: Date): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from auditor_link
    where tenant_id = ${tenantId} and account_id = ${accountId} and revoked_at is null and ends_at > ${now}`
  return row?.count ?? 0
}

export async function insertLink(
  sql: Sql,
  tenantId: string,
  link: Pick<LinkRow, 'linkId' | 'accountId' | 'label' | 'firstYear' | 'lastYear' | 'createdAt' | 'endsAt'> & {
    username: string
    tokenHash: Uint8Array
  },
): Promise<void> {
  await sql`
    insert into auditor_link (tenant_id, id, account_id, label, first_year, last_year, token_hash, created_at, created_by, ends_at)
    values (${tenantId}, ${link.linkId}, ${link.accountId}, ${link.label}, ${link.firstYear}, ${link.lastYear},
      ${link.tokenHash}, ${link.createdAt}, ${link.username}, ${link.endsAt})`
}

export async function saveRevocation(
  sql: Sql,
  tenantId: string,
  linkId: string,
  { at, username }: { at: Date; username: string },
): Promise<void> {
  await sql`
    update auditor_link set revoked_at = ${at}, revoked_by = ${username}
    where tenant_id = ${tenantId} and id = ${linkId}`
}

/** Returns false, and counts nothing, if the last use was after `since`. */
export async function countUse(
  sql: Sql,
  tenantId: string,
  linkId: string,
  { now, since }: { now: Date; since?: Date },
): Promise<boolean> {
  const rows = await sql`
    update auditor_link set uses = uses + 1, last_used_at = ${now}
    where tenant_id = ${tenantId} and id = ${linkId}
      ${since ? sql`and (last_used_at is null or last_used_at <= ${since})` : sql``}
    returning id`
  return rows.length > 0
}
