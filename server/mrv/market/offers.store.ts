import type { Sql } from '#server/infra/db/database.ts'
import { newestFirst, readList, type Source } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { isProjectFound } from '#server/units/project-search.store.ts'
import type { MarketProject } from '#shared/contract/market.ts'
import type { OfferKind } from '#shared/rules/offer.ts'

export type Offer = {
  tenantId: string
  id: string
  accountId: string
  projectId: string
  kind: OfferKind
  assetId: string | null
  verificationId: string | null
  quantity: number
  price: number
  currency: MarketProject['offer']['currency']
  note: string
  contact: string
  endsOn: string
  isFlagged: boolean
  createdBy: string
  createdAt: Date
}

/** `quantity`: available now. */
export type OfferRow = Pick<
  Offer,
  | 'id'
  | 'accountId'
  | 'projectId'
  | 'kind'
  | 'price'
  | 'currency'
  | 'note'
  | 'contact'
  | 'endsOn'
  | 'isFlagged'
  | 'createdAt'
> & { holder: string; quantity: bigint }

/** SQL: issued units of verification `v`. */
const issuedOf = (sql: Sql) => sql`(
  select coalesce(sum_of_units(s.issued), 0) from asset s where s.tenant_id = v.tenant_id and s.verification_id = v.id)`

/** Open offers of active accounts with available units and approved or active projects. */
const standing = (sql: Sql, tenantId: string, today: string) => ({
  from: sql`
  offer o
  join project p on p.tenant_id = o.tenant_id and p.id = o.project_id
  join account a on a.tenant_id = o.tenant_id and a.id = o.account_id
  left join balance b on b.tenant_id = o.tenant_id and b.asset_id = o.asset_id and b.account_id = o.account_id
  left join verification v on v.tenant_id = o.tenant_id and v.id = o.verification_id
  cross join lateral (
    select least(o.quantity, case o.kind
      when 'issued' then coalesce(b.held, 0)
      when 'verified' then v.quantity - ${issuedOf(sql)}
      else o.quantity end)::bigint as quantity
  ) now`,
  within: sql`
  o.tenant_id = ${tenantId} and o.withdrawn_at is null and o.ends_on >= ${today}::date
    and p.status in ('approved', 'active') and a.status = 'active' and now.quantity > 0`,
})

/** Newest first; `id` selects one. */
export function offersOn(
  sql: Sql,
  tenantId: string,
  { today, id }: { today: string; id?: string },
  part: Part,
): Promise<Found<OfferRow & Placed>> {
  const { from, within } = standing(sql, tenantId, today)
  const found = sql`
    ${within} ${part.search ? sql`and ${isProjectFound(sql, tenantId, sql`p.id`, part.search)}` : sql``}
    ${id ? sql`and o.id = ${id}` : sql``}`
  const source: Source = {
    from,
    within: found,
    key: [sql`o.created_at`, sql`o.id`],
    columns: sql`
      o.id, o.account_id as "accountId", o.project_id as "projectId", o.kind, o.price, o.currency, o.note, o.contact,
      o.ends_on::text as "endsOn", o.is_flagged as "isFlagged", o.created_at as "createdAt", a.name as holder,
      now.quantity`,
  }
  return readList(sql, { sources: [source], order: newestFirst }, part)
}

/** The project and available quantity; null if the account may not offer the subject. */
export async function offerable(
  sql: Sql,
  tenantId: string,
  accountId: string,
  { kind, subjectId }: { kind: OfferKind; subjectId: string },
): Promise<{ projectId: string; available: bigint | null; accountStatus: string } | null> {
  const things = {
    issued: sql`
      select s.project_id, coalesce(b.held, 0)::bigint as available from asset s
      left join balance b on b.tenant_id = s.tenant_id and b.asset_id = s.id and b.account_id = ${accountId}
      where s.tenant_id = ${tenantId} and s.id = ${subjectId}`,
    verified: sql`
      select v.project_id, (v.quantity - ${issuedOf(sql)})::bigint as available from verification v
      join project p on p.tenant_id = v.tenant_id and p.id = v.project_id and p.account_id = ${accountId}
      where v.tenant_id = ${tenantId} and v.id = ${subjectId} and v.status = 'verified'`,
    expected: sql`
      select p.id as project_id, null::bigint as available from project p
      where p.tenant_id = ${tenantId} and p.id = ${subjectId} and p.account_id = ${accountId}
        and p.status in ('approved', 'active')`,
  }
  const [row] = await sql<{ projectId: string; available: bigint | null; accountStatus: string }[]>`
    select thing.project_id as "projectId", thing.available, a.status as "accountStatus"
    from (${things[kind]}) thing join account a on a.tenant_id = ${tenantId} and a.id = ${accountId}`
  return row ?? null
}

export async function insertOffer(sql: Sql, offer: Offer): Promise<void> {
  await sql`
    insert into offer (tenant_id, id, account_id, project_id, kind, asset_id, verification_id, quantity, price, currency, note,
      contact, ends_on, is_flagged, created_by, created_at)
    values (${offer.tenantId}, ${offer.id}, ${offer.accountId}, ${offer.projectId}, ${offer.kind}, ${offer.assetId},
      ${offer.verificationId}, ${offer.quantity}, ${offer.price}, ${offer.currency}, ${offer.note}, ${offer.contact},
      ${offer.endsOn}, ${offer.isFlagged}, ${offer.createdBy}, ${offer.createdAt})`
}

/** Null if withdrawn. Locks until the transaction ends. */
export async function lockOffer(
  sql: Sql,
  tenantId: string,
  id: string,
): Promise<{ accountId: string; projectId: string; quantity: bigint } | null> {
  const [row] = await sql<{ accountId: string; projectId: string; quantity: bigint }[]>`
    select account_id as "accountId", project_id as "projectId", quantity from offer
    where tenant_id = ${tenantId} and id = ${id} and withdrawn_at is null for no key update`
  return row ?? null
}

export async function withdraw(sql: Sql, tenantId: string, id: string, at: Date): Promise<void> {
  await sql`update offer set withdrawn_at = ${at} where tenant_id = ${tenantId} and id = ${id}`
}
