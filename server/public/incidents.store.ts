import { inserted, literal, type Sql } from '#server/infra/db/database.ts'
import { newestFirst, readList } from '#server/infra/db/list.ts'
import { containing, type Found, type Part, type Placed } from '#server/infra/db/pages.ts'
import type { Incident } from '#shared/contract/service-status.ts'

export type IncidentRow = Omit<Incident, 'openedAt' | 'resolvedAt' | 'updates'> & {
  openedAt: Date
  resolvedAt: Date | null
  updates: Incident['updates'] | null
}

/** Aggregates: at most `limits.incidentUpdates` each. */
const columns = (sql: Sql) => sql`
  i.id as "incidentId", i.title, i.affected, i.state, i.opened_at as "openedAt", i.resolved_at as "resolvedAt", (
    select jsonb_agg(jsonb_build_object('number', u.number, 'state', u.state, 'words', u.words, 'at', ${wire(sql, sql`u.at`)},
      'earlier', coalesce((
        select jsonb_agg(jsonb_build_object('title', w.title, 'words', w.words, 'replacedAt', ${wire(sql, sql`w.replaced_at`)})
          order by w.replaced_at desc)
        from incident_wording w
        where w.tenant_id = u.tenant_id and w.incident_id = u.incident_id and w.number = u.number), '[]')) order by u.number desc)
    from incident_update u where u.tenant_id = i.tenant_id and u.incident_id = i.id) as updates`

/** As `Date.toISOString`. */
const wire = (sql: Sql, at: ReturnType<Sql>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Parts of the service that unresolved incidents affect. */
export async function affectedParts(sql: Sql, tenantId: string): Promise<Set<string>> {
  const rows = await sql<{ part: string }[]>`
    select distinct unnest(affected) as part from incident where tenant_id = ${tenantId} and resolved_at is null`
  return new Set(rows.map(({ part }) => part))
}

export type IncidentFilter = { since: Date; resolved: boolean | null }

/** Unresolved ones, and those resolved after `since`, newest first. */
export function incidentsBy(
  sql: Sql,
  tenantId: string,
  { since, resolved }: IncidentFilter,
  part: Part,
): Promise<Found<IncidentRow & Placed>> {
  const pattern = part.search ? containing(part.search.q) : null
  const within = sql`
    i.tenant_id = ${tenantId} and (i.resolved_at is null or i.resolved_at > ${since})
    ${resolved === null ? sql`` : sql`and (i.resolved_at is not null) = ${resolved}`}
    ${
      pattern === null
        ? sql``
        : sql`and (plain(i.title) like plain(${pattern}) or exists (
            select from incident_update u where u.tenant_id = i.tenant_id and u.incident_id = i.id
              and plain(u.words) like plain(${pattern})))`
    }`
  return readList(
    sql,
    {
      sources: [{ from: sql`incident i`, within, columns: sql`i.*`, key: [sql`i.opened_at`, sql`i.id`] }],
      order: newestFirst,
      detail: { alias: sql`i`, columns: columns(sql), joins: sql`` },
    },
    part,
  )
}

export async function incidentById(sql: Sql, tenantId: string, id: string): Promise<IncidentRow | null> {
  const [row] = await sql<IncidentRow[]>`
    select ${columns(sql)} from incident i where i.tenant_id = ${tenantId} and i.id = ${id}`
  return row ?? null
}

/** Until the transaction ends. `rows` counts updates and corrections. */
export async function lockIncident(tx: Sql, tenantId: string, id: string) {
  const [locked] = await tx<{ title: string; state: Incident['state'] }[]>`
    select title, state from incident where tenant_id = ${tenantId} and id = ${id} for no key update`
  if (!locked) return null
  const [counted] = await tx<{ updates: number; wordings: number }[]>`
    select (select count(*)::int from incident_update where tenant_id = ${tenantId} and incident_id = ${id}) as updates,
      (select count(*)::int from incident_wording where tenant_id = ${tenantId} and incident_id = ${id}) as wordings`
  return { ...locked, updates: counted?.updates ?? 0, wordings: counted?.wordings ?? 0 }
}

export async function insertIncident(
  tx: Sql,
  tenantId: string,
  incident: Pick<Incident, 'title' | 'affected' | 'state'> & { id: string },
): Promise<void> {
  await tx`insert into incident ${inserted([{ tenant_id: tenantId, ...incident }])}`
}

export async function addUpdate(
  tx: Sql,
  tenantId: string,
  incidentId: string,
  { number, state, words }: Pick<Incident['updates'][number], 'number' | 'state' | 'words'>,
): Promise<void> {
  await tx`
    insert into incident_update (tenant_id, incident_id, number, state, words)
    values (${tenantId}, ${incidentId}, ${number}, ${state}, ${words})`
  await tx`
    update incident set state = ${state}, resolved_at = case ${state} when 'resolved' then now() end
    where tenant_id = ${tenantId} and id = ${incidentId}`
}

/** Keeps the former words; null without such an update. `title` changes too if given. */
export async function replaceWords(
  tx: Sql,
  tenantId: string,
  incidentId: string,
  { number, title, words }: { number: number; title: string | null; words: string },
): Promise<{ words: string } | null> {
  const [former] = await tx<{ words: string }[]>`
    insert into incident_wording (tenant_id, incident_id, number, title, words)
    select u.tenant_id, u.incident_id, u.number, case when ${title}::text is not null then i.title end, u.words
    from incident_update u join incident i on i.tenant_id = u.tenant_id and i.id = u.incident_id
    where u.tenant_id = ${tenantId} and u.incident_id = ${incidentId} and u.number = ${literal(number)}
    returning words`
  if (!former) return null
  await tx`
    update incident_update set words = ${words}
    where tenant_id = ${tenantId} and incident_id = ${incidentId} and number = ${literal(number)}`
  if (title !== null)
    await tx`update incident set title = ${title} where tenant_id = ${tenantId} and id = ${incidentId}`
  return former
}
