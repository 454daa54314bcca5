import { assigned, identifier, type Sql } from '#server/infra/db/database.ts'
import { type List, readList } from '#server/infra/db/list.ts'
import type { Found, Part, Placed } from '#server/infra/db/pages.ts'
import { isPublishedIn } from '#server/infra/db/published.ts'
import { isFound } from '#server/infra/db/search.ts'
import type { Methodology, MethodologyVersion } from '#shared/contract/methodologies.ts'
import type { MethodologyStatus } from '#shared/rules/lifecycle/methodology.ts'
import { limits } from '#shared/rules/limits.ts'

export type MethodologyRow = Omit<Methodology, 'createdAt' | 'acts'> & { createdAt: Date }

/** Tenant admins see all versions; others see approved, deprecated and own ones. */
export type Viewer = { isTenantAdmin: boolean; accountIds: readonly string[] }

const visibleTo = (sql: Sql, viewer: Viewer) =>
  viewer.isTenantAdmin
    ? sql`true`
    : sql`(m.status in ('approved', 'deprecated') or m.account_id = any (${[...viewer.accountIds]}))`

/** Counts providers of published projects; `document` is the newest public one. */
const columns = (sql: Sql) => sql`
  m.id as "methodologyId", m.tenant_id as "tenantId", m.account_id as "accountId", m.name, m.version, m.description,
  coalesce(published."fileName", m.document_file_name) as document, m.status, m.status_reason as "statusReason",
  used."measurementProviders", used."verificationProviders",
  m.measurement_evidence as "measurementEvidence", m.verification_evidence as "verificationEvidence", m.created_at as "createdAt"`

const joinUse = (sql: Sql) => sql`
  left join lateral (
    select count(distinct p.measurement_provider_id)::int as "measurementProviders",
      count(distinct p.verification_provider_id)::int as "verificationProviders"
    from project p
    where p.tenant_id = m.tenant_id and p.methodology_id = m.id
      and ${isPublishedIn(sql, sql`p.status`)}
  ) used on true
  left join lateral (
    select d.file_name as "fileName" from document d
    where d.tenant_id = m.tenant_id and d.subject_kind = 'methodology' and d.subject_id = m.id and d.is_public
      and m.status in ('approved', 'deprecated')
    order by d.created_at desc, d.version desc limit 1
  ) published on true`

/** Ordered by name. */
export function methodologiesBy(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  { status }: { status?: MethodologyStatus | undefined },
  part: Part,
): Promise<Found<MethodologyRow & Placed>> {
  const within = sql`
    m.tenant_id = ${tenantId} and ${visibleTo(sql, viewer)} ${status ? sql`and m.status = ${status}` : sql``}
    ${part.search ? sql`and ${isFound(sql, tenantId, 'methodology', sql`m.id`, part.search)}` : sql``}`
  const list: List = {
    sources: [{ from: sql`methodology m`, within, columns: sql`m.*`, key: [sql`lower(m.name)`, sql`m.id`] }],
    order: {},
    detail: { alias: sql`m`, columns: columns(sql), joins: joinUse(sql) },
  }
  return readList(sql, list, part)
}

/** The newest visible version. */
export async function newestByName(
  sql: Sql,
  tenantId: string,
  viewer: Viewer,
  name: string,
): Promise<MethodologyRow | null> {
  const [row] = await sql<MethodologyRow[]>`
    select ${columns(sql)} from methodology m ${joinUse(sql)}
    where m.tenant_id = ${tenantId} and lower(m.name) = lower(${name}) and ${visibleTo(sql, viewer)}
    order by m.created_at desc, m.id desc limit 1`
  return row ?? null
}

/** Null if missing or hidden from `viewer`. */
export async function methodologyById(
  sql: Sql,
  tenantId: string,
  id: string,
  viewer?: Viewer,
): Promise<MethodologyRow | null> {
  const [row] = await sql<MethodologyRow[]>`
    select ${columns(sql)} from methodology m ${joinUse(sql)}
    where m.tenant_id = ${tenantId} and m.id = ${id} ${viewer ? sql`and ${visibleTo(sql, viewer)}` : sql``}`
  return row ?? null
}

/** Until the transaction ends. */
export async function lockMethodology(tx: Sql, tenantId: string, id: string): Promise<void> {
  await tx`select from methodology where tenant_id = ${tenantId} and id = ${id} for no key update`
}

export async function insertProposal(
  tx: Sql,
  proposal: {
    tenantId: string
    id: string
    accountId: string
    name: string
    version: string
    description: string
    measurementEvidence: readonly string[]
    verificationEvidence: readonly string[]
    status: MethodologyStatus
  },
): Promise<void> {
  await tx`
    insert into methodology (tenant_id, id, account_id, name, version, description, measurement_evidence,
      verification_evidence, status)
    values (${proposal.tenantId}, ${proposal.id}, ${proposal.accountId}, ${proposal.name}, ${proposal.version},
      ${proposal.description}, ${[...proposal.measurementEvidence]}, ${[...proposal.verificationEvidence]},
      ${proposal.status})`
}

export async function changeDraft(
  tx: Sql,
  tenantId: string,
  id: string,
  {
    measurementEvidence,
    verificationEvidence,
    ...facts
  }: Pick<MethodologyRow, 'name' | 'version' | 'description' | 'measurementEvidence' | 'verificationEvidence'>,
): Promise<void> {
  await tx`
    update methodology set ${assigned(facts)}, measurement_evidence = ${measurementEvidence},
      verification_evidence = ${verificationEvidence}
    where tenant_id = ${tenantId} and id = ${id}`
}

/** Missing document types, in the methodology's order. */
export async function missingEvidence(
  sql: Sql,
  tenantId: string,
  methodologyId: string,
  { kind, id }: { kind: 'measurement' | 'verification'; id: string },
): Promise<string[]> {
  const rows = await sql<{ title: string }[]>`
    select asked.title
    from methodology m, unnest(m.${identifier(`${kind}_evidence`)}) with ordinality asked (title, place)
    where m.tenant_id = ${tenantId} and m.id = ${methodologyId} and not exists (
      select from document d
      where d.tenant_id = ${tenantId} and d.subject_kind = ${kind} and d.subject_id = ${id}
        and lower(d.type) = lower(asked.title))
    order by asked.place limit ${limits.requiredEvidence}`
  return rows.map(({ title }) => title)
}

/** The account's name, the providers and the versions of the same name. */
export async function pageParts(
  sql: Sql,
  { tenantId, methodologyId, accountId, name }: MethodologyRow,
  viewer: Viewer,
): Promise<Pick<MethodologyVersion, 'account' | 'providers' | 'versions'>> {
  const [[account], providers, versions] = await Promise.all([
    sql<{ name: string }[]>`select name from account where tenant_id = ${tenantId} and id = ${accountId}`,
    sql<MethodologyVersion['providers']>`
      select a.id as "accountId", a.name, a.kind
      from methodology_provider r join account a on a.tenant_id = r.tenant_id and a.id = r.account_id
      where r.tenant_id = ${tenantId} and r.methodology_id = ${methodologyId}
      order by a.kind, a.name, a.id limit ${limits.pageMax}`,
    sql<MethodologyVersion['versions']>`
      select m.id as "methodologyId", m.version, m.status from methodology m
      where m.tenant_id = ${tenantId} and lower(m.name) = lower(${name}) and ${visibleTo(sql, viewer)}
      order by m.created_at desc, m.id desc limit ${limits.pageMax}`,
  ])
  return { account: account?.name ?? null, providers, versions }
}

/** Returns false without changes if one is not an active provider. */
export async function setProviders(
  tx: Sql,
  tenantId: string,
  methodologyId: string,
  accountIds: readonly string[],
): Promise<boolean> {
  const ids = [...new Set(accountIds)]
  const known = await tx`
    select from account where tenant_id = ${tenantId} and id = any (${ids}::text[]) and status = 'active'
      and kind in ('measurement provider', 'verification provider') limit ${ids.length}`
  if (known.length < ids.length) return false
  await tx`delete from methodology_provider where tenant_id = ${tenantId} and methodology_id = ${methodologyId}`
  await tx`
    insert into methodology_provider (tenant_id, methodology_id, account_id)
    select ${tenantId}, ${methodologyId}, id from unnest(${ids}::text[]) id`
  return true
}

export async function setStatus(
  tx: Sql,
  tenantId: string,
  id: string,
  status: MethodologyStatus,
  reason: string | null,
): Promise<void> {
  await tx`
    update methodology set status = ${status}, status_reason = ${reason} where tenant_id = ${tenantId} and id = ${id}`
}
