import { setTimeout as wait } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Database } from '#server/infra/db/database.ts'
import { forVisitors, type InfraDeps } from '#server/infra/doors/deps.ts'
import type { FirstRow } from '#server/infra/texts/page-head.ts'
import { projectsIn } from '#server/mrv/projects/projects.ts'
import { visitor } from '#server/people/users/actors.ts'
import { claimList } from '#server/units/claims/claims.ts'
import { nameOfBeneficiary } from '#shared/rules/beneficiary-name.ts'
import { claimPath, paths, projectPath, tidyPath } from '#shared/rules/paths.ts'
import type { Registry } from './shared.ts'

type RowDeps = Pick<InfraDeps, 'reads' | 'lookups' | 'config' | 'chain' | 'now'>
type Rows = LRUCache<string, FirstRow[], () => Promise<FirstRow[]>>

/** More than a phone shows at once. */
const limit = 10
const nobody = { address: '', requestId: '' }

/** As the API's public answers, the rows are read once in half a second. */
const rowsMs = 500
/** A slow database holds no page up. */
const waitMs = 1_000
const memories = new WeakMap<Database, Rows>()

/** The first rows of a public list that nothing narrows; none at other addresses. */
export async function firstRowsOf(deps: RowDeps, registry: Registry, url: string): Promise<FirstRow[]> {
  const path = tidyPath(url).toLowerCase()
  const read = lists[path]
  if (!read) return []
  const { site, wording } = registry
  const rows: Rows = memories.get(deps.reads) ?? rememberedRows()
  memories.set(deps.reads, rows)
  const key = `${site.tenant.id} ${wording.language} ${path}`
  const found = rows.fetch(key, { context: () => read(deps, registry) })
  return (await Promise.race([found, wait(waitMs, undefined, { ref: false })])) ?? []
}

const rememberedRows = (): Rows =>
  new LRUCache({
    max: 1_000,
    ttl: rowsMs,
    fetchMethod: async (_key, _stale, { context: read, options }) => {
      const startedAt = performance.now()
      const found = await read()
      // From the start of the read: a suspension shows within a second.
      options.ttl = Math.max(1, rowsMs - (performance.now() - startedAt))
      return found
    },
  })

const lists: Record<string, (deps: RowDeps, registry: Registry) => Promise<FirstRow[]>> = {
  [paths.projects]: async (deps, { site, wording: { t, figures, word } }) => {
    const tenantId = site.tenant.id
    const page = await projectsIn(forVisitors(deps), visitor(tenantId, nobody), { tenantId, limit })
    return page.value().items.map((row) => ({
      path: projectPath(row.projectKey),
      name: row.projectName || row.projectId,
      facts: [
        { label: t('projects.column.account'), value: row.proponent },
        { label: t('projects.column.minted'), value: figures(row.assetsMinted) },
        { label: t('projects.column.status'), value: word('status.project', row.status) },
      ],
    }))
  },
  [paths.claims]: async (deps, { site, wording: { t, figures, day } }) => {
    const tenantId = site.tenant.id
    const { items } = await claimList(forVisitors(deps), visitor(tenantId, nobody), { tenantId, limit })
    return items.map((row) => ({
      path: claimPath(row.claimId),
      name: nameOfBeneficiary(row, t),
      facts: [
        ...(row.project ? [{ label: t('claims.column.project'), value: row.project }] : []),
        { label: t('claims.column.quantity'), value: figures(row.quantity) },
        { label: t('claims.column.when'), value: day(row.claimedAt) },
      ],
    }))
  },
}
