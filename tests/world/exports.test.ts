import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import type { QueryOf } from '#shared/contract/endpoint.ts'
import { exportClaims, exportMyProjects, exportProjects } from '#shared/contract/exports.ts'
import { countOverlaps } from '#shared/contract/overlaps.ts'
import { listProjects } from '#shared/contract/projects.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const many = 450
const formula = '=HYPERLINK("https://elsewhere.test","Mangroves")'
let tenant: TenantOfTest
let tenantId: string

beforeAll(async () => {
  tenant = await aTenant()
  tenantId = tenant.tenant.id
  await tenant.world.sql`
    insert into project (tenant_id, id, account_id, number, name, status, country, longitude, latitude)
    select ${tenantId}, 'p' || n, 'proponent', n, case n when 7 then ${formula} else 'Project ' || n end,
      case n % 50 when 9 then 'pending' else 'active' end, case n % 2 when 0 then 'KE' else 'BR' end, -38.5, n / 10.0
    from generate_series(1, ${many}::int) n`
})

async function textOf(caller: Caller, query: Omit<QueryOf<typeof exportProjects>, 'tenantId'> = {}): Promise<string> {
  return Buffer.from(await caller.call(exportProjects, { query: { tenantId, ...query } })).toString()
}

async function rowsOf(...asked: Parameters<typeof textOf>): Promise<Record<string, string>[]> {
  return parse(await textOf(...asked), { columns: true, bom: true })
}

test('the file of a list has the rows of all its pages, in its order', async () => {
  const listed: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { tenantId, isAdmin: 'true', limit: 200, cursor } as const
    const page = await tenant.tenantAdmin.call(listProjects, { query })
    listed.push(...page.items.map(({ projectKey }) => projectKey))
    cursor = page.nextCursor
  }
  const rows = await rowsOf(tenant.tenantAdmin, { isAdmin: 'true' })
  expect(listed.length).toBe(many)
  expect(rows.map(({ projectKey }) => projectKey)).toEqual(listed)
})

test('the file has the filters, the search and the order of the list', async () => {
  const rows = await rowsOf(tenant.visitor, { country: 'KE', q: 'Project 10', sort: 'projectName' })
  expect(rows.map(({ projectId }) => projectId)).toEqual(['p10', 'p100', 'p102', 'p104', 'p106', 'p108'])
})

test('heads and codes are stable, quantities and times exact, and text is no formula', async () => {
  const text = await textOf(tenant.visitor, { sort: 'projectName' })
  expect(text.split('\r\n', 1)).toEqual([
    'projectKey,projectId,accountId,projectName,proponent,methodology,type,country,longitude,latitude,status,stage,startDate,endDate,assetsMinted,assetsAvailable,createdAt,statusSince,daysWaiting,overlapsUndecided,asOf',
  ])
  const rows = parse(text, { columns: true }) as Record<string, string>[]
  const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.]\d{3}Z$/)
  expect(rows.find(({ projectId }) => projectId === 'p7')).toMatchObject({
    accountId: 'proponent',
    projectName: `'${formula}`,
    country: 'BR',
    longitude: '-38.5',
    status: 'active',
    assetsMinted: '0',
    asOf: iso,
  })
  expect(new Set(rows.map(({ asOf }) => asOf)).size).toBe(1)
})

test('a reader gets labels beside the heads, words beside the codes, and a mark for spreadsheets', async () => {
  const text = await textOf(tenant.visitor, { heads: 'fr', q: 'Project 10', country: 'KE' })
  expect(text.startsWith('\ufeffprojectKey (Identifiant du projet),')).toBe(true)
  const [row] = parse(text, { columns: true, bom: true }) as Record<string, string>[]
  expect(row).toMatchObject({
    'country (Pays)': 'KE',
    'countryLabel (Pays)': 'Kenya',
    'status (Statut)': 'active',
    'statusLabel (Statut)': 'Actif',
  })
})

test('what waits for the registry has its undecided overlaps, for the registry alone', async () => {
  const { items } = await tenant.tenantAdmin.call(countOverlaps, { query: { projectIds: 'p9,p59' } })
  const rows = await rowsOf(tenant.tenantAdmin, { isAdmin: 'true', status: 'pending' })
  const ofRow = (id: string) => rows.find(({ projectId }) => projectId === id)?.overlapsUndecided
  expect(rows.length).toBe(many / 50)
  expect(items.map(({ projectId }) => ofRow(projectId))).toEqual(items.map(({ undecided }) => String(undecided)))
  const others = await rowsOf(tenant.visitor)
  expect(new Set(others.map(({ overlapsUndecided }) => overlapsUndecided))).toEqual(new Set(['']))
})

test('refusals are answers as of the list: of callers, of filters, of pages', async () => {
  const { visitor, tenantAdmin } = tenant
  const other = await aTenant()
  const ask = async (caller: Caller, path: string) => (await caller.fetch(path)).status
  expect(await ask(visitor, exportMyProjects.path)).toBe(401)
  expect(await ask(visitor, `${exportProjects.path}?tenantId=${tenantId}&isAdmin=true`)).toBe(401)
  expect(await ask(other.tenantAdmin, `${exportProjects.path}?tenantId=${tenantId}&isAdmin=true`)).toBe(403)
  expect(await ask(other.buyer, `${exportClaims.path}?tenantId=${tenantId}&accountId=buyer`)).toBe(404)
  expect(await ask(tenantAdmin, `${exportProjects.path}?tenantId=${tenantId}&limit=5`)).toBe(400)
  expect(await ask(tenantAdmin, `${exportProjects.path}?tenantId=${tenantId}&heads=xx`)).toBe(400)
})
