import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql } from '#server/infra/db/database.ts'
import { exactly } from '#server/infra/db/forgiving.ts'
import { pageOf } from '#server/infra/db/pages.ts'
import { sqlOn } from '#server/infra/db/query.ts'
import { heldAssets } from '#server/mrv/market/market.store.ts'
import { projectsBy, summariesById } from '#server/mrv/projects/projects.store.ts'
import { nearestHeld } from '#server/people/search/corrections.store.ts'
import { figuresOf, find } from '#server/public/registry.store.ts'
import { claimsBy } from '#server/units/claims/claims.store.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { transactionsBy } from '#server/units/transactions/transactions.store.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant } from '#tests/kit/settled-ledger.ts'
import { grow } from '../../bench/growth.ts'

const tenantId = 'grown'
const size = { projects: 12_500, claims: 12_000, blocks: 12_600 }
const first = { after: null, limit: 21 }
const shown = { today: '2026-01-01', imagesUrl: '', pictureLink: '', forActs: false }

let database: Awaited<ReturnType<typeof aDatabase>>
let sql: Sql
let planner: pg.Client
beforeAll(async () => {
  database = await aDatabase()
  sql = database.sql
  await sql`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values (${tenantId}, 'G', 'U', 'Us', 'GRW')`
  await grow(database.sql, { tenant: tenantId, ...size })
  planner = new pg.Client(database.url)
  await planner.connect()
}, 120_000)
afterAll(async () => {
  await planner.end()
  await database.drop()
})

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Plan[]
}

async function explained(read: (sql: Sql) => Promise<unknown>, options: string): Promise<Plan[]> {
  const plans: Plan[] = []
  const explaining = sqlOn(async (work) => {
    const query = async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await planner.query(`explain (${options}, format json) ${text}`, values)
      plans.push(rows[0]['QUERY PLAN'][0].Plan)
      return { rows: [], rowCount: 0 }
    }
    return work(Object.assign(Object.create(planner), { query }))
  }, false)
  await read(explaining)
  return plans
}

async function pagesReadBy(read: (sql: Sql) => Promise<unknown>): Promise<number> {
  const plans = await explained(read, 'analyze, buffers')
  return plans.reduce((sum, plan) => sum + (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), 0)
}

/** Plan nodes with their indexes; `isPrepared` uses a generic plan. */
async function planOf(read: (sql: Sql) => Promise<unknown>, isPrepared = false): Promise<string[]> {
  await planner.query(`set plan_cache_mode = ${isPrepared ? 'force_generic_plan' : 'auto'}`)
  const nodes = (plan: Plan): string[] => [
    [plan['Node Type'], plan['Relation Name'], plan['Index Name']].filter(Boolean).join(' '),
    ...(plan.Plans ?? []).flatMap(nodes),
  ]
  return (await explained(read, 'costs')).flatMap(nodes)
}

test('a list that is counted to a bound shows that there are more, and one with a stored total shows all', async () => {
  const filter = { from: '2000-01-01' }
  const page = (query: typeof filter | Record<string, never>) =>
    pageOf(
      { limit: 5 },
      {
        read: (part) => claimsBy(sql, tenantId, query, part),
        itemOf: (row) => row.claimId,
      },
    )
  expect(await page(filter)).toMatchObject({ total: 10_000, totalIsBound: true })
  expect(await page({})).toMatchObject({ total: size.claims })
  expect(await page({})).not.toHaveProperty('totalIsBound')
  expect(await page({ from: '2099-01-01' })).toMatchObject({ total: 0 })
})

test.each([
  ['claims', (tx: Sql, after: Place) => claimsBy(tx, tenantId, {}, { ...first, after }), 'claim_by_time'],
  [
    'claims of some days',
    (tx: Sql, after: Place) => claimsBy(tx, tenantId, { from: '2010-01-01', to: '2026-01-01' }, { ...first, after }),
    'claim_by_time',
  ],
  [
    'movements of an account',
    (tx: Sql, after: Place) => transactionsBy(tx, tenantId, { accountId: 'developer-1' }, { ...first, after }),
    'transaction_from',
  ],
  [
    'claims of an account',
    (tx: Sql, after: Place) =>
      transactionsBy(tx, tenantId, { accountId: 'developer-1', type: 'claim' }, { ...first, after }),
    'transaction_from',
  ],
])('a page deep in the %s is read as the first one is', async (_name, read, index) => {
  const deep = { value: '2020-06-01T00:00:00.000000Z', id: 'm' }
  for (const isPrepared of [false, true]) {
    const plan = await planOf((tx) => read(tx, deep), isPrepared)
    expect(plan.filter((node) => node.startsWith('Index') && node.endsWith(index))).not.toEqual([])
    expect(plan).toEqual(await planOf((tx) => read(tx, null), isPrepared))
    expect(plan).not.toContainEqual(expect.stringMatching(/^Seq Scan (claim|transaction)/))
  }
})

test('a page deep in some days begins at its place, and not at the last of the days', async () => {
  const to = '2026-01-01'
  const [mover] = await sql<{ id: string }[]>`
    select from_account as id from transaction where from_account is not null group by 1 order by count(*) desc limit 1`
  const accountId = mover!.id
  type Row = { claimId: string; claimedAt: string } | { id: string; occurredAt: string }
  const lists = [
    (tx: Sql, after: Place, last: string) => claimsBy(tx, tenantId, { to: last }, { ...first, after }),
    (tx: Sql, after: Place, last: string) =>
      claimsBy(tx, tenantId, { to: last }, { ...first, after, search: exactly('cosmeticos') }),
    (tx: Sql, after: Place, last: string) => transactionsBy(tx, tenantId, { accountId, to: last }, { ...first, after }),
  ]
  for (const read of lists) {
    const idOf = (row: Row) => ('occurredAt' in row ? row.id : row.claimId)
    const timeOf = (row: Row) => ('occurredAt' in row ? row.occurredAt : row.claimedAt)
    const page = await read(sql, null, to)
    const at = page.rows.at(2)!
    const behind = await read(sql, { value: timeOf(at), id: idOf(at) }, to)
    expect(behind.rows.slice(0, page.rows.length - 3).map(idOf)).toEqual(page.rows.slice(3).map(idOf))
    expect(behind.total).toBe(page.total)
    // A cursor after the last day does not lift that limit.
    const later = { value: '2030-01-01T00:00:00.000000Z', id: 'm' }
    expect((await read(sql, later, to)).rows.map(idOf)).toEqual(page.rows.map(idOf))
  }
  const deep = { value: '2012-06-01T00:00:00.000000Z', id: 'm' }
  const read = (after: Place) => pagesReadBy((tx) => claimsBy(tx, tenantId, { to }, { ...first, after }))
  expect(await read(deep)).toBeLessThan(1.1 * (await read(null)))
})

type Place = { value: string; id: string } | null

test.each([
  ['by name', 'projectName', 'project_by_name'],
  ['by what was minted', 'assetsMinted', 'project_by_minted'],
  ['by time', 'createdAt', 'project_'],
] as const)('projects sorted %s are read in the order of an index', async (_name, by, index) => {
  for (const isDescending of [false, true]) {
    const plan = await planOf((tx) =>
      projectsBy(tx, tenantId, { isPublished: true }, { ...first, ...shown, sort: { by, isDescending } }),
    )
    expect(plan.filter((node) => node.startsWith('Index') && node.includes(index))).not.toEqual([])
    expect(plan).not.toContainEqual(expect.stringMatching(/Scan project$/))
  }
})

test('a page of searched projects behind many with equal sort values reads no more than the first one', async () => {
  const sort = { by: 'assetsMinted', isDescending: true } as const
  const read = (after: Place) =>
    pagesReadBy((tx) => projectsBy(tx, tenantId, {}, { ...first, ...shown, sort, after, search: exactly('mangrove') }))
  const [middle] = await sql<{ id: string }[]>`
    select id from project where tenant_id = ${tenantId} and minted = 0 order by id limit 1 offset 5000`
  expect(await read({ value: '0', id: middle!.id })).toBeLessThan(1.5 * (await read(null)))
})

test('a page of the market is read along the names of projects as far as it goes', async () => {
  for (const isPrepared of [false, true]) {
    const plan = await planOf((tx) => heldAssets(tx, tenantId, first), isPrepared)
    expect(plan).toContain('Index Scan project project_in_market')
    expect(plan).toContain('Incremental Sort')
  }
})

test('a word that may be meant is looked for by its letters, and not in one text after the other', async () => {
  const near = [{ word: 'conservation', distance: 1 }]
  const anybody = { isTenantAdmin: false, accountIds: [] }
  for (const terms of [[], [['kariba']]]) {
    const plan = await planOf((tx) => nearestHeld(tx, tenantId, anybody, near, terms))
    expect(plan).toContainEqual('Bitmap Index Scan claim_by_words')
    expect(plan).toContainEqual('Bitmap Index Scan search_document_by_words')
    expect(plan).not.toContainEqual(expect.stringMatching(/^Seq Scan (claim|search_document)/))
  }
})

test('names are found without their accents, by words in any order, and what is misspelt by what resembles it', async () => {
  const claims = async (q: string, isSimilar = false) =>
    claimsBy(sql, tenantId, {}, { ...first, search: { ...exactly(q), isSimilar } })
  const total = async (q: string, isSimilar = false) => Number((await claims(q, isSimilar)).total)
  const [row] = await sql<{ claims: number }[]>`
    select count(*)::int as claims from claim where beneficiary_name like '%Cosméticos%'`
  expect(row!.claims).toBeGreaterThan(0)
  const found = await Promise.all(['Cosméticos', 'Cosmeticos', 'COSMÉTICOS', 'cosmétic'].map((q) => total(q)))
  expect(found).toEqual(found.map(() => Math.min(row!.claims, 1_001)))
  expect(await total('ambipar cosmeticos')).toBe(await total('Cosméticos Ambipar'))
  expect(await total('Cosmetcos')).toBe(0)
  expect(await total('Cosmetcos', true)).toBeGreaterThan(0)
  const projects = async (q: string) =>
    (
      await projectsBy(
        sql,
        tenantId,
        {},
        { ...first, ...shown, search: exactly(q), sort: { by: 'createdAt', isDescending: true } },
      )
    ).total
  expect(await projects('kedougou')).toBe(await projects('Kédougou'))
  expect(Number(await projects('Energie eolienne'))).toBeGreaterThan(0)
})

test('a search for names on many claims shows the newest of them, page by page', async () => {
  const search = exactly('a')
  const [row] = await sql<{ ids: string[] }[]>`
    select array(select id from claim where words like '% a%' order by claimed_at desc, id desc limit 60) as ids`
  const { rows, total } = await claimsBy(sql, tenantId, {}, { after: null, limit: 30, search })
  expect(total).toBeGreaterThan(1_000n)
  const last = rows.at(-1)!
  const next = await claimsBy(
    sql,
    tenantId,
    {},
    { after: { value: last.claimedAt, id: last.claimId }, limit: 30, search },
  )
  expect([...rows, ...next.rows].map(({ claimId }) => claimId)).toEqual(row!.ids)
})

test('in a large registry the newest claims say how common a name is, and pages are the same', async () => {
  const [rare] = await sql<
    { name: string }[]
  >`select min(trim(words)) as name from claim group by words having count(*) = 1 limit 1`
  for (const [q, isCommon] of [
    ['a', true],
    [rare!.name, false],
  ] as const) {
    for (const after of [null, { value: '2020-06-01T00:00:00.000000Z', id: 'm' }]) {
      const search = (tx: Sql) => claimsBy(tx, tenantId, {}, { after, limit: 30, search: exactly(q) })
      const inLarge = await database.sql.begin(async (tx) => {
        const grownBy = (rows: number) =>
          tx`update tally set rows = rows + ${rows}::int where tenant_id = ${tenantId} and name = 'movements claim'`
        await grownBy(1_000_000)
        const found = await search(tx)
        await grownBy(-1_000_000)
        return found
      })
      const usual = await search(sql)
      const idsOf = ({ rows }: typeof usual) => rows.map(({ claimId }) => claimId)
      expect(idsOf(inLarge)).toEqual(idsOf(usual))
      expect(inLarge.total < usual.total).toBe(isCommon)
      expect(BigInt(inLarge.countedTo ?? 0) < BigInt(inLarge.total)).toBe(isCommon)
    }
  }
})

test('a serial number is looked up part by part, each by an index, whatever the number is', async () => {
  for (const isPrepared of [false, true]) {
    const plan = await planOf(
      (tx) => claimsBy(tx, tenantId, {}, { ...first, search: exactly('GRW-BR-1-2012-1-17') }),
      isPrepared,
    )
    expect(plan).toContain('Function Scan')
    expect(plan).not.toContainEqual(expect.stringMatching(/^Seq Scan (project|asset|claim)|block_by_holder/))
    expect(await planInside('block_of_unit')).toContain('block_serials_are_in_one_hand')
  }
})

async function planInside(name: string): Promise<string> {
  const [source] = await sql<{ text: string }[]>`select prosrc as text from pg_proc where proname = ${name}`
  const statement = source?.text
    .match(/return query (.+);/)?.[1]
    ?.replace('p_series', '$1')
    .replace('p_unit', '$2::bigint')
  const { rows } = await planner.query(`explain ${statement}`, [1, 17])
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test('the figures are the sums of the ledger once its movements are linked', async () => {
  const tenant = await aLedgerTenant(database.sql)
  const { assetId } = await tenant.mint(100)
  await tenant.mint(30)
  await tenant.transfer(assetId, 40)
  await tenant.claim(assetId, 15)
  await tenant.claim(assetId, 5)
  await tenant.burn(assetId, 60)
  await linkPending(database.sql)
  expect(await figuresOf(sql, tenant.tenantId)).toMatchObject({
    projects: 2n,
    issued: 130n,
    claimed: 20n,
    cancelled: 60n,
    claims: 2n,
    movements: 6n,
  })
  const listed = await projectsBy(
    sql,
    tenant.tenantId,
    {},
    { ...first, ...shown, sort: { by: 'assetsMinted', isDescending: true } },
  )
  expect(listed.rows.map(({ summary }) => JSON.parse(summary))).toMatchObject([
    { assetsMinted: 100, assetsAvailable: 20 },
    { assetsMinted: 30, assetsAvailable: 30 },
  ])
  const pages = await summariesById(
    sql,
    tenant.tenantId,
    listed.rows.map(({ sortId }) => sortId),
    shown,
  )
  expect(pages.map(({ retired }) => retired).sort()).toEqual([0n, 20n])
  const market = await heldAssets(sql, tenant.tenantId, first)
  expect({ total: market.total, balances: market.rows.map(({ balance }) => balance).sort() }).toEqual({
    total: 2n,
    balances: [20n, 30n],
  })
  await tenant.burn(assetId, 20, 'buyer')
  await linkPending(database.sql)
  expect((await heldAssets(sql, tenant.tenantId, first)).total).toBe(1n)
})

test('every serial number leads to the last movement of its unit, however its range was split and joined', async () => {
  const tenant = await aLedgerTenant(database.sql)
  const { assetId } = await tenant.mint(12)
  await tenant.transfer(assetId, 5)
  await tenant.claim(assetId, 2)
  await tenant.transfer(assetId, 3)
  await tenant.claim(assetId, 4)
  await tenant.burn(assetId, 1)
  const [label] = await sql<{ head: string }[]>`
    select concat_ws('-', t.serial_prefix, s.country, p.number, extract(year from upper(s.vintage) - 1), s.batch) as head
    from asset s join tenant t on t.id = s.tenant_id join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    where s.id = ${assetId}`
  for (let number = 1; number <= 12; number += 1) {
    const [last] = await sql<{ id: string }[]>`
      select coalesce(c.id, t.id) as id from entry e join transaction t on t.tenant_id = e.tenant_id and t.id = e.transaction_id
      left join claim c on c.tenant_id = t.tenant_id and c.transaction_id = t.id
      where e.asset_id = ${assetId} and e.serials @> ${number}::bigint order by t.sequence desc limit 1`
    const found = await find(sql, tenant.tenantId, `${label!.head}-${number}`, 20)
    expect({ number, found: found.map(({ id }) => id) }).toEqual({ number, found: [last!.id] })
  }
  expect(await find(sql, tenant.tenantId, `${label!.head}-13`, 20)).toEqual([])
})
