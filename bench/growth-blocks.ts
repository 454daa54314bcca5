import type { Sql } from '#server/infra/db/database.ts'
import { buyersOf, type Growth } from './growth-projects.ts'

/** The date of the last event. */
const until = '2026-11-01'
/** As in the real export; the second is a share of all blocks. */
const assetsOfProject = 16
const largestAsset = 0.12

/** Half have one or two blocks, few have most. */
export async function stageAssets(tx: Sql, { projects, blocks }: Growth): Promise<void> {
  const most = Math.ceil(blocks * largestAsset)
  await tx`
    create temporary table grown_asset as
    select n, greatest(start, 0)::bigint as start, least(blocks, ${blocks} - start)::bigint as blocks
    from (
      select n, blocks, sum(blocks) over (order by n) - blocks as start
      from (
        select n, least(floor(power(greatest(pg_temp.share(n, 1), 1e-9), -1.25)), ${most})::bigint as blocks
        from generate_series(1, ${Math.ceil(blocks / 4) + 100}::int) n
      ) sized
    ) placed
    where start < ${blocks}`
  await tx`alter table grown_asset add project integer, add issued_at timestamptz`
  const [row] = await tx<{ assets: number }[]>`select count(*)::int as assets from grown_asset`
  const issuing = Math.min(projects, Math.ceil((row?.assets ?? 0) / assetsOfProject))
  await tx`
    update grown_asset set project = 1 + floor(${issuing} * power(pg_temp.share(n, 2), 2))::int * ${Math.floor(projects / issuing)},
      issued_at = timestamptz '2009-01-01' + pg_temp.share(n, 3) * interval '16 years'`
}

/** Issued to the project's account, a tenth sold, most claimed; half are a single unit. */
export async function stageBlocks(tx: Sql, { tenant, claims, blocks }: Growth): Promise<void> {
  await tx`
    create temporary table grown_block as
    select *, coalesce(buyer, developer) as holder
    from (
      select b.n, b.asset, b.quantity, 'GROWN-' || b.asset as asset_id, a.issued_at, p.account_id as developer, p.id as project_id,
        case when pg_temp.share(b.n, 4) < 0.1
          then 'buyer-' || 1 + floor(${buyersOf(blocks)} * power(pg_temp.share(b.n, 5), 2)) end as buyer,
        -- Every number is met once, so that the claims are exactly so many.
        (b.n * 7919) % ${blocks} < ${claims} as is_claimed,
        (sum(b.quantity) over (order by b.n) - b.quantity + 1)::bigint as first,
        a.issued_at + pg_temp.share(b.n, 6) * (${until}::timestamptz - a.issued_at) as moved_at
      from (
        select a.n as asset, a.start + nth as n,
          case when pg_temp.share(a.start + nth, 7) < 0.55 then 1
            else ceil(exp(12 * power((pg_temp.share(a.start + nth, 7) - 0.55) / 0.45, 2.1))) end::bigint as quantity
        from grown_asset a, generate_series(0, a.blocks - 1) nth
      ) b
      join grown_asset a on a.n = b.asset
      join project p on p.tenant_id = ${tenant} and p.number = a.project
    ) happened`
  await tx`analyze grown_block`
  const [row] = await tx<{ blocks: number }[]>`select count(*)::int as blocks from grown_block`
  if (row?.blocks !== blocks) throw new Error(`${row?.blocks} blocks were staged instead of ${blocks}.`)
}
