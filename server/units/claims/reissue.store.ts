import { type Fragment, json, type Sql } from '#server/infra/db/database.ts'
import { type CertificateWordings, certificateWordings } from '#shared/rules/certificate-wording.ts'
import type { Language } from '#shared/rules/languages.ts'

type DueRow = { due: { language: Language; certificates: number }[]; claims: number; accounts: number }

/** Newest versions `f` of a wording before `wordings`, with their claim `c`. */
const due = (sql: Sql, tenantId: string, wordings: Fragment) => sql`
  certificate f join claim c on c.tenant_id = f.tenant_id and c.id = f.claim_id
  where f.tenant_id = ${tenantId} and f.wording < (${wordings} ->> f.language)::int
    and not exists (
      select from certificate n where n.tenant_id = f.tenant_id and n.claim_id = f.claim_id and n.language = f.language
        and n.version > f.version)`

const current = (sql: Sql) => sql`${json(certificateWordings)}::jsonb`

export async function dueCertificates(sql: Sql, tenantId: string): Promise<DueRow> {
  const [row] = await sql<DueRow[]>`
    with due as materialized (select f.language, f.claim_id, c.account_id from ${due(sql, tenantId, current(sql))})
    select count(distinct claim_id)::int as claims, count(distinct account_id)::int as accounts, (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.language), '[]')
      from (select language, count(*) as certificates from due group by language) l
    ) as due from due`
  if (!row) throw new Error('A count has no row.')
  return row
}

export type ActRow = {
  reason: string
  madeAt: Date
  finishedAt: Date | null
  certificates: number
  issued: number
  accounts: number
  told: number
}

export async function newestAct(sql: Sql, tenantId: string): Promise<ActRow | null> {
  const [row] = await sql<ActRow[]>`
    select r.reason, r.made_at as "madeAt", r.finished_at as "finishedAt", a.*,
      (select count(*)::int from certificate f where f.tenant_id = r.tenant_id and f.reissue_id = r.id) as issued
    from reissue r, lateral (
      select coalesce(sum(certificates), 0)::int as certificates, count(*)::int as accounts, count(told_at)::int as told
      from reissue_account where tenant_id = r.tenant_id and reissue_id = r.id
    ) a
    where r.tenant_id = ${tenantId} order by r.made_at desc, r.id desc limit 1`
  return row ?? null
}

/** Returns the number of certificates, or null if another act is under way. */
export async function insertAct(
  tx: Sql,
  { tenantId, id, reason }: { tenantId: string; id: string; reason: string },
): Promise<number | null> {
  const { count } = await tx`
    insert into reissue (tenant_id, id, reason, wordings)
    values (${tenantId}, ${id}, ${reason}, ${json(certificateWordings)}) on conflict do nothing`
  if (count === 0) return null
  const rows = await tx<{ certificates: number }[]>`
    insert into reissue_account (tenant_id, reissue_id, account_id, certificates)
    select ${tenantId}, ${id}, c.account_id, count(*) from ${due(tx, tenantId, current(tx))} group by c.account_id
    returning certificates`
  return rows.reduce((sum, { certificates }) => sum + certificates, 0)
}

export type Act = { tenantId: string; id: string; reason: string; wordings: CertificateWordings }

/** Of active tenants, the oldest first. */
export async function actsUnderWay(sql: Sql, limit: number): Promise<Act[]> {
  return sql<Act[]>`
    select r.tenant_id as "tenantId", r.id, r.reason, r.wordings
    from reissue r join tenant t on t.id = r.tenant_id and t.status = 'active'
    where r.finished_at is null order by r.made_at limit ${limit}`
}

/** The first account after `after` that was not told yet. */
export async function nextAccount(sql: Sql, { tenantId, id }: Act, after: string): Promise<string | null> {
  const [row] = await sql<{ accountId: string }[]>`
    select account_id as "accountId" from reissue_account
    where tenant_id = ${tenantId} and reissue_id = ${id} and told_at is null and account_id > ${after}
    order by account_id limit 1`
  return row?.accountId ?? null
}

/** Null if another process works for the account, or the account was told. */
export async function lockAccount(tx: Sql, { tenantId, id }: Act, accountId: string): Promise<number | null> {
  const [row] = await tx<{ certificates: number }[]>`
    select certificates from reissue_account
    where tenant_id = ${tenantId} and reissue_id = ${id} and account_id = ${accountId} and told_at is null
    for update skip locked`
  return row?.certificates ?? null
}

export type DueCertificate = { claimId: string; language: Language }

/** Of an account, after `after` in order. */
export async function dueOf(
  sql: Sql,
  { tenantId, wordings }: Act,
  accountId: string,
  { after, limit }: { after: DueCertificate | null; limit: number },
): Promise<DueCertificate[]> {
  return sql<DueCertificate[]>`
    select f.claim_id as "claimId", f.language from ${due(sql, tenantId, sql`${json(wordings)}::jsonb`)}
      and c.account_id = ${accountId} and (f.claim_id, f.language) > (${after?.claimId ?? ''}, ${after?.language ?? ''})
    order by f.claim_id, f.language limit ${limit}`
}

export async function setTold(tx: Sql, { tenantId, id }: Act, accountId: string): Promise<void> {
  await tx`
    update reissue_account set told_at = now()
    where tenant_id = ${tenantId} and reissue_id = ${id} and account_id = ${accountId}`
}

/** Leaves acts with accounts that were not told yet. */
export async function finishAct(sql: Sql, { tenantId, id }: Act): Promise<void> {
  await sql`
    update reissue r set finished_at = now()
    where r.tenant_id = ${tenantId} and r.id = ${id} and r.finished_at is null and not exists (
      select from reissue_account a where a.tenant_id = r.tenant_id and a.reissue_id = r.id and a.told_at is null)`
}
