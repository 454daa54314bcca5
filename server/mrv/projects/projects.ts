import { inTenant, type Sql } from '#server/infra/db/database.ts'
import { forgiving } from '#server/infra/db/forgiving.ts'
import { type Page, pageOf } from '#server/infra/db/pages.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { Written } from '#server/infra/written.ts'
import { documentsFor } from '#server/mrv/documents/document-view.ts'
import { waitsOn } from '#server/mrv/waiting/waiting.ts'
import { ownWorkAmong, readOwnWorkAmong } from '#server/people/duties/duties.ts'
import { corrector } from '#server/people/search/corrections.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { ReplyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import type {
  listMyProjects,
  listOwnedAssets,
  listProjects,
  Project,
  ProjectFacet,
  ProjectSummary,
  readProject,
  readProjectFacets,
} from '#shared/contract/projects.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { readBox } from '#shared/rules/map-box.ts'
import { type Actor, admit, mayReach } from '#shared/rules/permissions.ts'
import { pictureLinkFor } from './picture-links.ts'
import { isPublished, mayAct, mayRead, noSuchProject, takesPart, worksOf } from './project-access.ts'
import { namedFacets, namesOf, projectFacetsBy } from './project-facets.store.ts'
import { accountNames, assetsOf, importedFactsOf, issuedRangesOf } from './project-page.store.ts'
import { lockProject, type ProjectRecord, projectById, publishedProjectById } from './project-record.store.ts'
import { listedOf, projectOf, summaryOf } from './project-view.ts'
import {
  matching,
  type ProjectFilter,
  projectsBy,
  type Shown,
  type Sort,
  summariesById,
  summaryById,
} from './projects.store.ts'

/** `chain` seals links to pictures. */
export type ProjectDeps = Pick<InfraDeps, 'sql' | 'lookups' | 'config' | 'chain' | 'now'>

export type { ProjectRecord }

type ListQuery = ValidQueryOf<typeof listMyProjects>
type OwnedProject = ReplyOf<typeof listOwnedAssets>['items'][number]

/** Published projects, most issued first. With `isAdmin`, all projects, for tenant admins. */
export async function projectsIn(
  deps: ProjectDeps,
  actor: Actor,
  { tenantId, isAdmin, box, cursor, limit, sort, q, ...choice }: ValidQueryOf<typeof listProjects>,
): Promise<Written<Page<ProjectSummary>>> {
  await permitList(deps, actor, { tenantId, isAdmin })
  const isPublished = isAdmin !== 'true'
  const order = sort ?? (isPublished ? '-assetsMinted' : '-createdAt')
  return listed(deps, actor, tenantId, { ...choice, isPublished, box: boxOf(box) }, { cursor, limit, sort: order, q })
}

/** Facet counts of the same list. */
export async function projectFacetsIn(
  deps: Pick<InfraDeps, 'sql' | 'lookups' | 'now'>,
  actor: Actor,
  { tenantId, isAdmin, box, facet, find, q, ...choice }: ValidQueryOf<typeof readProjectFacets>,
): Promise<ReplyOf<typeof readProjectFacets>> {
  await permitList(deps, actor, { tenantId, isAdmin })
  const { sql } = deps
  const here = { tenantId, today: todayOf(deps) }
  const valueSearch = facet === undefined ? null : { facet, find: find ?? '' }
  const filter = { isPublished: isAdmin !== 'true', box: boxOf(box) }
  const { found } = await forgiving(q, corrector(sql, actor, tenantId), {
    read: (search) =>
      projectFacetsBy(sql, here, { matching: matching(sql, tenantId, filter, search), choice, valueSearch }),
    isEmpty: ({ total }) => total === 0,
  })
  const { facets, total: _, ...bound } = found
  const names = await Promise.all(
    namedFacets.map(async (named) => {
      const ids = facets.filter((one) => one.facet === named).flatMap(({ values }) => values.map(({ value }) => value))
      return [named, ids.length > 0 ? await namesOf(sql, tenantId, named, ids) : null] as const
    }),
  )
  const nameOf = new Map<ProjectFacet, ReadonlyMap<string, string> | null>(names)
  return {
    ...bound,
    facets: facets.map(({ facet, values, more }) => ({
      facet,
      values: values.map((each) => ({ ...each, name: nameOf.get(facet)?.get(each.value) ?? null })),
      more,
    })),
  }
}

const boxOf = (text: string | undefined) => (text === undefined ? undefined : (readBox(text) ?? undefined))

async function permitList(
  deps: LookupDeps,
  actor: Actor,
  { tenantId, isAdmin }: Pick<ValidQueryOf<typeof listProjects>, 'tenantId' | 'isAdmin'>,
): Promise<void> {
  if (isAdmin === 'true') {
    admit(actor, 'project.listAll')
    if (!mayReach(actor, 'project.listAll', { tenantId })) {
      throw new Failure('forbidden', 'You are not an admin of this registry.', because('access.registryAdmin'))
    }
  }
  await tenantOf(deps, tenantId)
}

/** Projects of one of the caller's accounts, in every state. */
export async function ownProjects(
  deps: ProjectDeps,
  actor: Actor,
  query: ListQuery,
): Promise<Written<Page<ProjectSummary>>> {
  const accountId = query.accountId ?? actor.accountIds[0]
  if (accountId === undefined || !actor.accountIds.includes(accountId)) return nothing
  const { measurable, accountId: _, cursor, limit, sort, q, ...choice } = query
  const whose = measurable === 'true' ? { measurableBy: accountId } : { accountId: [accountId] }
  return listed(deps, actor, actor.tenantId, { ...choice, ...whose }, { cursor, limit, sort, q })
}

/** Projects whose units the caller's account holds, including locked ones. */
export async function ownedAssets(
  deps: ProjectDeps,
  actor: Actor,
  query: ValidQueryOf<typeof listOwnedAssets>,
): Promise<Written<Page<OwnedProject>>> {
  const accountId = actor.accountIds[0]
  if (accountId === undefined) return nothing
  return listed(deps, actor, actor.tenantId, { holders: [accountId] }, query)
}

/** By id. `tx`: an open transaction. */
export async function projectSummaries(
  deps: ProjectDeps,
  actor: Actor,
  tenantId: string,
  ids: readonly string[],
  tx?: Sql,
): Promise<ReadonlyMap<string, ProjectSummary>> {
  const rows = await summariesById(tx ?? deps.sql, tenantId, ids, shownAs(deps, actor))
  const works = worksOf(
    actor,
    rows.map(({ facts }) => facts),
  )
  const isOwn = tx
    ? await ownWorkAmong(tx, actor, 'project.decide', works)
    : await readOwnWorkAmong(deps.sql, actor, 'project.decide', works)
  return new Map(rows.map((row) => [row.facts.id, summaryOf(row, actor, isOwn)]))
}

const nothing = written<never>({ items: [], total: 0, nextCursor: null })

/** Its items are JSON already. */
function written<Item>({ items, ...beside }: Page<string>): Written<Page<Item>> {
  return new Written(`{"items":[${items.join(',')}],${JSON.stringify(beside).slice(1)}`)
}

async function listed(
  deps: ProjectDeps,
  actor: Actor,
  tenantId: string,
  filter: ProjectFilter,
  query: Pick<ListQuery, 'cursor' | 'limit' | 'sort' | 'q'>,
): Promise<Written<Page<OwnedProject>>> {
  const sort = sortOf(query.sort ?? '-createdAt')
  const shown = { ...shownAs(deps, actor), forActs: mayAct(actor, tenantId) }
  const page = await pageOf(query, {
    correct: corrector(deps.sql, actor, tenantId),
    read: async (part) => {
      const found = await projectsBy(deps.sql, tenantId, filter, { sort, ...shown, ...part })
      const works = worksOf(
        actor,
        found.rows.flatMap(({ facts }) => facts ?? []),
      )
      const isOwn = await readOwnWorkAmong(deps.sql, actor, 'project.decide', works)
      return { ...found, rows: found.rows.map((row) => ({ ...row, isOwn })) }
    },
    itemOf: ({ isOwn, ...row }) => listedOf(row, actor, isOwn),
  })
  return written(page)
}

function shownAs(deps: Pick<InfraDeps, 'config' | 'chain' | 'now'>, actor: Actor): Shown {
  return { today: todayOf(deps), imagesUrl: deps.config.IMAGES_URL, pictureLink: pictureLinkFor(deps, actor) }
}

function sortOf(sort: NonNullable<ListQuery['sort']>): Sort {
  const isDescending = sort.startsWith('-')
  return { by: (isDescending ? sort.slice(1) : sort) as Sort['by'], isDescending }
}

/**
 * Fails with `not_found` if hidden. Without `tenantId`, searches the caller's registry, then published projects of all:
 * public addresses contain only the id (section 7 of the specification).
 */
export async function projectPage(
  deps: ProjectDeps,
  actor: Actor,
  query: ValidQueryOf<typeof readProject>,
): Promise<Project> {
  const { project } = await readableProject(deps, actor, query)
  // Own work needs the tenant's transaction: users and the audit log are private.
  if (worksOf(actor, [project]).length === 0) return pageFor(deps, deps.sql, actor, project)
  return inTenant(deps.sql, actor.tenantId, (tx) => pageFor(deps, tx, actor, project))
}

/** The project's row, and whether the caller participates. Fails for suspended registries. */
export async function readableProject(
  deps: LookupDeps,
  actor: Actor,
  { projectId, tenantId }: ValidQueryOf<typeof readProject>,
): Promise<{ project: ProjectRecord; isInsider: boolean }> {
  const { sql } = deps
  const named = await projectById(sql, tenantId ?? actor.tenantId, projectId)
  const own = named && mayRead(actor, named) ? named : null
  const project = own ?? (tenantId === undefined ? await publishedProjectById(sql, projectId) : null)
  if (!project) throw noSuchProject()
  await tenantOf(deps, project.tenantId)
  return { project, isInsider: takesPart(actor, project) }
}

/** Locks a readable project of the caller's registry; fails with `not_found`. */
export async function lockedProject(tx: Sql, actor: Actor, projectId: string): Promise<ProjectRecord> {
  const record = await lockProject(tx, actor.tenantId, projectId)
  if (!record || !mayRead(actor, record)) throw noSuchProject()
  return record
}

/** Also works inside the transaction of a change. */
export async function pageFor(deps: ProjectDeps, sql: Sql, actor: Actor, record: ProjectRecord): Promise<Project> {
  const { tenantId, id } = record
  const providers = [record.measurementProviderId, record.verificationProviderId]
  const isInsider = takesPart(actor, record)
  const seen = { tenantId, isPublished: isPublished(record.status), mayRead: isInsider }
  const [tenant, row, documents, assets, ranges, names, waitsOnNow, imported] = await Promise.all([
    tenantOf(deps, tenantId),
    summaryById(sql, tenantId, id, shownAs(deps, actor)),
    documentsFor(sql, seen, 'project', id),
    assetsOf(sql, tenantId, id),
    issuedRangesOf(sql, tenantId, id),
    accountNames(sql, tenantId, providers),
    isInsider ? waitsOn(sql, tenantId, id) : null,
    importedFactsOf(sql, tenantId, id),
  ])
  if (!row) throw noSuchProject()
  const isOwn = await ownWorkAmong(sql, actor, 'project.decide', worksOf(actor, [record]))
  return projectOf(
    {
      summary: summaryOf(row, actor, isOwn),
      record,
      tenant,
      retired: row.retired,
      documents,
      assets,
      ranges,
      accountNames: new Map(names.map(({ accountId, name }) => [accountId, name])),
      waitsOn: waitsOnNow,
      imported,
    },
    deps.config,
  )
}

/** UTC, YYYY-MM-DD. */
export function todayOf({ now }: Pick<InfraDeps, 'now'>): string {
  return now().toISOString().slice(0, 10)
}
