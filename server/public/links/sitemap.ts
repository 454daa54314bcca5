import type { Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { html } from '#server/infra/texts/html.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { claimPath, paths, projectPath } from '#shared/rules/paths.ts'
import { claimsNumbered, highestNumbers, type Numbers, projectsNumbered } from './links.store.ts'
import type { Registry } from './shared.ts'

/** The protocol allows 50,000 (sitemaps.org/protocol.html). */
const numbersPerPage = 10_000

const kinds = ['projects', 'claims'] as const
type Kind = (typeof kinds)[number]

/** robots.txt (RFC 9309). */
export function robotsOf({ site }: Registry): string {
  return `User-agent: *\nDisallow: /api/\nDisallow: /identity/\n\nSitemap: ${site.origin}/sitemap.xml\n`
}

/** Lists one page of public screens and one per 10,000 projects or claims. */
export async function sitemapIndexOf(deps: Pick<InfraDeps, 'reads'>, { site }: Registry): Promise<string> {
  const highest = await highestNumbers(deps.reads, site.tenant.id)
  const pages = kinds.flatMap((kind) =>
    Array.from({ length: Math.ceil(highest[kind] / numbersPerPage) }, (_, index) => `${kind}-${index + 1}`),
  )
  const locations = ['screens', ...pages].map(
    (page) => html`<sitemap><loc>${site.origin}/sitemap/${page}.xml</loc></sitemap>`,
  )
  return document(html`<sitemapindex xmlns="${schema}">${locations}</sitemapindex>`.markup)
}

/** `name`: `screens`, `projects-1`, `claims-3`. Fails with `not_found` otherwise. */
export async function sitemapPageOf(deps: Pick<InfraDeps, 'reads'>, registry: Registry, name: string): Promise<string> {
  const { origin } = registry.site
  const addresses = name === 'screens' ? screens : await addressesOf(deps, registry, name)
  const urls = addresses.map(
    ({ path, at }) => html`<url><loc>${origin}${path}</loc>${at && html`<lastmod>${at.toISOString()}</lastmod>`}</url>`,
  )
  return document(html`<urlset xmlns="${schema}">${urls}</urlset>`.markup)
}

type Address = { path: string; at: Date | null }

const screens: readonly Address[] = [paths.home, paths.projects, paths.claims, paths.contact].map((path) => ({
  path,
  at: null,
}))

async function addressesOf(deps: Pick<InfraDeps, 'reads'>, { site }: Registry, name: string): Promise<Address[]> {
  const [, kind, page] = /^(projects|claims)-([1-9]\d{0,6})$/.exec(name) ?? []
  if (!kind || !page) throw new Failure('not_found', 'There is no such page of the map.', because('noSuch.page'))
  const first = (Number(page) - 1) * numbersPerPage + 1
  return read[kind as Kind](deps.reads, site.tenant.id, { first, last: first + numbersPerPage - 1 })
}

const read: Record<Kind, (sql: Sql, tenantId: string, numbers: Numbers) => Promise<Address[]>> = {
  async projects(sql, tenantId, numbers) {
    const rows = await projectsNumbered(sql, tenantId, numbers)
    return rows.map(({ id: projectId, accountId, changedAt }) => ({
      path: projectPath(formatProjectKey({ tenantId, accountId, projectId })),
      at: changedAt,
    }))
  },
  async claims(sql, tenantId, numbers) {
    const rows = await claimsNumbered(sql, tenantId, numbers)
    return rows.map(({ id, claimedAt }) => ({ path: claimPath(id), at: claimedAt }))
  },
}

const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function document(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}
