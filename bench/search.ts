import pg from 'pg'
import { type Database, literal } from '#server/infra/db/database.ts'
import { exactly } from '#server/infra/db/forgiving.ts'
import type { Place } from '#server/infra/db/pages.ts'
import { heldAssets } from '#server/mrv/market/market.store.ts'
import { projectsBy, type Sort } from '#server/mrv/projects/projects.store.ts'
import { figuresOf } from '#server/public/registry.store.ts'
import { claimsBy } from '#server/units/claims/claims.store.ts'
import { transactionsBy } from '#server/units/transactions/transactions.store.ts'
import type { Measure } from './bench.ts'
import { type Ask, byHand, inGrown, type Limit, measured, rowByKey } from './grown.ts'
import { type Line, percentile } from './lines.ts'

const pageRows = 21
const deepPage = 10_000
const mostMs = 100
const first = { after: null, limit: literal(pageRows) }

/**
 * Store queries with `--rows` claims and 100 000 projects: searches against handwritten statements for the same rows,
 * sums and sorted lists against a row by primary key, a deep page against the first.
 */
export const search: Measure = {
  name: 'search',
  run: (bench) =>
    inGrown(bench, async ({ sql, ours, bare, tenantId }) => {
      const questions = await questionsOf(sql, tenantId)
      const limits = limitsOf(bare, tenantId, questions)
      const lines: Line[] = []
      for (const { name, ask, limit } of searches(ours, tenantId, questions, limits)) {
        lines.push(await measured(bench, name, { atLeast: 0.5 }, ask, limit), await slowest(name, ask))
      }
      for (const { name, ask } of sums(ours, tenantId)) {
        lines.push(await measured(bench, name, { atMost: 5 }, ask, limits.key))
      }
      for (const { name, read, place } of await pages(ours, tenantId, questions)) {
        lines.push(
          await pageLine(
            name,
            () => read(place),
            () => read(null),
          ),
        )
      }
      return lines
    }),
}

async function timesOf(ask: Ask, calls = 200): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now()
    await ask()
    times.push(performance.now() - began)
  }
  return times
}

async function slowest(name: string, ask: Ask): Promise<Line> {
  const p99 = percentile(await timesOf(ask), 0.99)
  return {
    name: `${name}, p99`,
    measured: `${p99.toFixed(1)} ms`,
    limit: `${mostMs} ms`,
    ratio: p99 / mostMs,
    goal: { atMost: 1 },
  }
}

/** Alternates single calls, so that other load affects both. */
async function pageLine(name: string, deep: Ask, shallow: Ask): Promise<Line> {
  const times: { deep: number[]; shallow: number[] } = { deep: [], shallow: [] }
  for (let call = 0; call < 1_500; call += 1) {
    times.deep.push(...(await timesOf(deep, 1)))
    times.shallow.push(...(await timesOf(shallow, 1)))
  }
  const [ours, limit] = [percentile(times.deep, 0.99), percentile(times.shallow, 0.99)]
  return {
    name: `${name}, page ${deepPage}, p99`,
    measured: `${ours.toFixed(2)} ms`,
    limit: `page 1 ${limit.toFixed(2)} ms`,
    ratio: ours / limit,
    goal: { atMost: 1.5 },
  }
}

type Questions = Record<'claimId' | 'serial' | 'first' | 'series' | 'number' | 'rareName' | 'accountId', string>

/** A claim of the asset with most claims, the account with most movements. */
async function questionsOf(sql: Database, tenantId: string): Promise<Questions> {
  const [claim] = await sql<Omit<Questions, 'accountId' | 'rareName'>[]>`
    select c.id as "claimId", c.number::text as number, lower(b.serials)::text as first, b.series::text as series,
      concat_ws('-', t.serial_prefix, s.country, p.number, extract(year from upper(s.vintage) - 1), s.batch, lower(b.serials)) as serial
    from (
      select c.* from block b join claim c on c.tenant_id = b.tenant_id and c.transaction_id = b.transaction_id
      where b.tenant_id = ${tenantId} and b.asset_id = (
        select asset_id from block where tenant_id = ${tenantId} and state = 'retired' group by 1 order by count(*) desc limit 1)
      order by c.number limit 1) c
    join tenant t on t.id = c.tenant_id
    join entry e on e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id
    join asset s on s.tenant_id = c.tenant_id and s.id = e.asset_id
    join project p on p.tenant_id = c.tenant_id and p.id = s.project_id
    join block b on b.series = s.series and b.serials @> lower(e.serials)`
  const [account] = await sql<{ id: string }[]>`
    select from_account as id from transaction where from_account is not null group by 1 order by count(*) desc limit 1`
  const [rare] = await sql<{ name: string }[]>`
    select min(trim(words)) as name from claim group by words having count(*) = 1 and min(words) <> '' limit 1`
  if (!claim || !account || !rare) throw new Error('The grown registry has no claim.')
  return { ...claim, accountId: account.id, rareName: rare.name }
}

const shown = `
  c.id, c.number, a.name, c.quantity, c.beneficiary_name, p.name as project, c.purpose, c.claimed_at, c.transaction_id, m.state,
  (select case when count(distinct s.id) = 1 then min(extract(year from upper(s.vintage) - 1)) end
    from entry e join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
    where e.tenant_id = c.tenant_id and e.transaction_id = c.transaction_id) as vintage
  from claim c join account a on a.tenant_id = c.tenant_id and a.id = c.account_id
  left join project p on p.tenant_id = c.tenant_id and p.id = c.project_id
  left join settlement m on m.tenant_id = c.tenant_id and m.transaction_id = c.transaction_id`

function limitsOf(bare: pg.Client, tenantId: string, { claimId, first: unit, series, number, rareName }: Questions) {
  const by = (name: string, text: string, values: unknown[]) => byHand(bare, name, text, values)
  const newest = `order by c.claimed_at desc, c.id desc limit ${pageRows}`
  return {
    key: rowByKey(bare, tenantId, claimId),
    manyWords: by('many', `select ${shown} where c.tenant_id = $1 and c.words like '%cosmeticos%' ${newest}`, [
      tenantId,
    ]),
    fewWords: by(
      'few',
      `select ${shown} where c.tenant_id = $1 and c.words like ${pg.escapeLiteral(`%${rareName}%`)} ${newest}`,
      [tenantId],
    ),
    serial: by(
      'serial',
      `select ${shown} join block k on k.tenant_id = c.tenant_id and k.transaction_id = c.transaction_id
        where c.tenant_id = $1 and k.series = $2 and k.serials @> $3::bigint ${newest}`,
      [tenantId, series, unit],
    ),
    number: by('number', `select ${shown} where c.tenant_id = $1 and c.number = $2 ${newest}`, [tenantId, number]),
  }
}

function searches(
  sql: Database,
  tenantId: string,
  { serial, number, rareName }: Questions,
  limits: ReturnType<typeof limitsOf>,
) {
  const by = (name: string, q: string, limit: Limit) => ({
    name: `claims by ${name}`,
    ask: () => claimsBy(sql, tenantId, {}, { ...first, search: exactly(q) }),
    limit,
  })
  return [
    by('a word on many', 'Cosméticos', limits.manyWords),
    by('words on few', rareName, limits.fewWords),
    by('a serial number', serial, limits.serial),
    by('a number', `C-${number}`, limits.number),
  ]
}

const everybody = { today: '2026-01-01', imagesUrl: '', pictureLink: '', forActs: false }

function sums(sql: Database, tenantId: string): { name: string; ask: Ask }[] {
  const sorted = (by: Sort['by'], isDescending: boolean) => () =>
    projectsBy(
      sql,
      tenantId,
      { isPublished: true },
      { ...first, ...everybody, limit: literal(2), sort: { by, isDescending } },
    )
  return [
    { name: 'figures', ask: () => figuresOf(sql, tenantId) },
    { name: 'total of claims', ask: () => claimsBy(sql, tenantId, {}, { ...first, limit: literal(1) }) },
    { name: 'projects by name', ask: sorted('projectName', false) },
    { name: 'projects by minted', ask: sorted('assetsMinted', true) },
    { name: 'market', ask: () => heldAssets(sql, tenantId, { ...first, limit: literal(2) }) },
  ]
}

/** The cursor behind `deepPage` pages, or in the middle of a shorter list. */
async function placeIn(sql: Database, rows: string, time: string): Promise<Place> {
  const [row] = await sql.unsafe<Place[]>(`
    select to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as value, id ${rows}
    order by ${time} desc, id desc
    offset (select least(${deepPage * (pageRows - 1)}, count(*) / 2) ${rows}) limit 1`)
  if (!row) throw new Error('The list has no such page.')
  return row
}

async function pages(sql: Database, tenantId: string, { accountId }: Questions) {
  const days = { from: '2010-01-01', to: '2026-10-01' }
  const inClaims = await placeIn(sql, `from claim where tenant_id = '${tenantId}'`, 'claimed_at')
  const inMovements = await placeIn(
    sql,
    `from transaction where tenant_id = '${tenantId}' and from_account = '${accountId}'`,
    'occurred_at',
  )
  const claims = (filter: object) => (after: Place | null) => claimsBy(sql, tenantId, filter, { ...first, after })
  const movements = (filter: object) => (after: Place | null) =>
    transactionsBy(sql, tenantId, { accountId, ...filter }, { ...first, after })
  return [
    { name: 'claims', read: claims({}), place: inClaims },
    { name: 'claims of some years', read: claims(days), place: inClaims },
    { name: 'movements of an account', read: movements({}), place: inMovements },
    { name: 'claims among them, of some years', read: movements({ ...days, type: 'claim' }), place: inMovements },
  ]
}
