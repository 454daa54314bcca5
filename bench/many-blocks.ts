import type { BenchDatabase, Measure } from './bench.ts'
import { type Line, median } from './lines.ts'
import { wordsOf } from './movement-data.ts'

const rounds = 5
const grownAtOnce = 10_000
const previewedBlocks = 190_000

/** A claim over many blocks, and a preview of ten units, against maximum times. */
export const manyBlocks: Measure = {
  name: 'many-blocks',
  run: (bench) =>
    bench.inDatabase(async (database) => {
      await crumbs(database)
      const lines: Line[] = []
      for (const [blocks, mostMs] of [
        [10_000, 1_000],
        [50_000, 4_000],
      ] as const) {
        const took = await timeOf(() => claimOf(database, blocks))
        lines.push(lineOf(`claim of ${blocks} blocks in one act`, took, mostMs))
      }
      const times: number[] = []
      for (let round = 0; round < rounds; round++) times.push(await timeOf(() => previewOf(database)))
      lines.push(lineOf(`preview of 10 units of ${previewedBlocks} blocks`, median(times), 20))
      return lines
    }),
}

function lineOf(name: string, tookMs: number, mostMs: number): Line {
  const measured = `${tookMs.toFixed(tookMs < 100 ? 1 : 0)} ms`
  return { name, measured, limit: `${mostMs} ms`, ratio: tookMs / mostMs, goal: { atMost: 1 } }
}

/** An account with every second serial number, each in its own block. */
async function crumbs({ sql, tenantId }: BenchDatabase): Promise<void> {
  const blocks = previewedBlocks + 60_000
  await sql`insert into account (tenant_id, id, name, kind, status) values (${tenantId}, 'holder', 'Holder', 'buyer', 'active')`
  await sql`insert into project (tenant_id, id, account_id, number, name, status, country)
    values (${tenantId}, 'project', 'holder', 1, 'Mangroves', 'active', 'KE')`
  await sql`insert into asset (tenant_id, id, project_id, vintage, batch, country, verified_quantity, issued)
    values (${tenantId}, 'asset', 'project', '[2024-01-01,2025-01-01)', 1, 'KE', ${blocks}, ${blocks})`
  for (let from = 0; from < blocks; from += grownAtOnce) {
    await sql`insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
      select s.tenant_id, s.id, s.series, int8range(2 * n, 2 * n + 1), 'holder', 'held', 'mint'
      from asset s, generate_series(${from + 1}::bigint, ${from + grownAtOnce}::bigint) n`
  }
  await sql`insert into balance (tenant_id, account_id, asset_id, held) values (${tenantId}, 'holder', 'asset', ${blocks})`
  await sql.unsafe('vacuum analyze block, balance, asset, account')
}

async function claimOf({ sql, tenantId }: BenchDatabase, units: number): Promise<void> {
  const id = crypto.randomUUID()
  const items = JSON.stringify([{ assetId: 'asset', quantity: units }])
  await sql`
    select ledger_claim(${tenantId}, 'bench', null, '', '127.0.0.1', 'bench', ${id}, 'holder', ${items}::jsonb,
      ${wordsOf(id)}::jsonb, decode(${'07'.repeat(32)}, 'hex'))
    from (select set_config('registry.tenant', ${tenantId}, true)) wall`
}

async function previewOf({ sql, tenantId }: BenchDatabase): Promise<void> {
  await sql`select taken from lowest_blocks(${tenantId}, 'asset', 'holder', 10)`
}

async function timeOf(act: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await act()
  return performance.now() - startedAt
}
