import { inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import { pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { notify } from '#server/people/notices/notify.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { ReplyOf, ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type {
  correctIncident,
  Incident,
  listIncidents,
  openIncident,
  updateIncident,
} from '#shared/contract/service-status.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { incidentDays } from '#shared/rules/service-status.ts'
import {
  addUpdate,
  type IncidentRow,
  incidentById,
  incidentsBy,
  insertIncident,
  lockIncident,
  replaceWords,
} from './incidents.store.ts'

type Deps = Pick<InfraDeps, 'sql'>

const dayMs = 24 * 60 * 60 * 1_000

export async function incidents(
  deps: Pick<InfraDeps, 'sql' | 'lookups' | 'now'>,
  { tenantId, resolved, ...query }: ValidQueryOf<typeof listIncidents>,
): Promise<ReplyOf<typeof listIncidents>> {
  await tenantOf(deps, tenantId)
  const since = new Date(deps.now().valueOf() - incidentDays * dayMs)
  const filter = { since, resolved: resolved === undefined ? null : resolved === 'true' }
  return pageOf(query, { read: (part) => incidentsBy(deps.sql, tenantId, filter, part), itemOf: shown })
}

export function open(
  { sql }: Deps,
  actor: Actor,
  { title, affected, state, words }: ValidBodyOf<typeof openIncident>,
): Promise<Incident> {
  const { tenantId } = actor
  return inTenant(sql, tenantId, async (tx) => {
    const id = newId()
    await insertIncident(tx, tenantId, { id, title, affected: [...new Set(affected)], state })
    await addUpdate(tx, tenantId, id, { number: 1, state, words })
    await audit(tx, actor, { act: 'incident.open', subject: subjectOf(actor), after: { title, description: words } })
    await tell(tx, actor, 'open', title)
    return found(tx, tenantId, id)
  })
}

/** Fails with `conflict` once it is resolved. */
export function update(
  { sql }: Deps,
  actor: Actor,
  incidentId: string,
  { state, words }: ValidBodyOf<typeof updateIncident>,
): Promise<Incident> {
  const { tenantId } = actor
  return inTenant(sql, tenantId, async (tx) => {
    const { title, state: before, updates } = await locked(tx, tenantId, incidentId)
    if (before === 'resolved')
      throw new Failure('conflict', 'This incident is resolved.', because('incident.resolved', { title }))
    await addUpdate(tx, tenantId, incidentId, { number: updates + 1, state, words })
    const act = state === 'resolved' ? 'resolve' : 'update'
    await audit(tx, actor, {
      act: `incident.${act}`,
      subject: subjectOf(actor),
      after: { title, description: words },
    })
    await tell(tx, actor, act, title)
    return found(tx, tenantId, incidentId)
  })
}

/** Also of resolved incidents. Only the first update has a title. */
export function correct(
  { sql }: Deps,
  actor: Actor,
  incidentId: string,
  { number, title, words }: ValidBodyOf<typeof correctIncident>,
): Promise<Incident> {
  const { tenantId } = actor
  if (title !== undefined && number !== 1)
    throw invalidAt('title', 'only with the first update', because('incident.titleOfFirst'))
  return inTenant(sql, tenantId, async (tx) => {
    const before = await locked(tx, tenantId, incidentId)
    const other = title === before.title ? undefined : title
    const former = await replaceWords(tx, tenantId, incidentId, { number, title: other ?? null, words })
    if (!former) throw noSuch()
    await audit(tx, actor, {
      act: 'incident.correct',
      subject: subjectOf(actor),
      before: { title: before.title, description: former.words },
      after: { title: title ?? before.title, description: words },
    })
    return found(tx, tenantId, incidentId)
  })
}

const subjectOf = ({ tenantId }: Actor) => `tenant:${tenantId}`

const noSuch = () => new Failure('not_found', 'There is no such incident or update.', because('noSuch.incident'))

async function locked(tx: Sql, tenantId: string, incidentId: string) {
  const incident = await lockIncident(tx, tenantId, incidentId)
  if (!incident) throw noSuch()
  if (incident.updates + incident.wordings >= limits.incidentUpdates)
    throw new Failure(
      'conflict',
      `An incident has at most ${limits.incidentUpdates} updates and corrections.`,
      because('incident.full', { most: limits.incidentUpdates }),
    )
  return incident
}

/** The registry's other admins, who answer people's questions; everybody else reads the status page. */
function tell(tx: Sql, actor: Actor, act: 'open' | 'update' | 'resolve', title: string): Promise<void> {
  return notify(tx, actor, { tenantAdmins: true }, { kind: `incident.${act}`, facts: { about: title } })
}

async function found(tx: Sql, tenantId: string, incidentId: string): Promise<Incident> {
  const row = await incidentById(tx, tenantId, incidentId)
  if (!row) throw noSuch()
  return shown(row)
}

function shown({ openedAt, resolvedAt, updates, ...row }: IncidentRow): Incident {
  return {
    ...row,
    openedAt: openedAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    updates: updates ?? [],
  }
}
