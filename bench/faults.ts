import { connectDatabase } from '#server/infra/db/database.ts'
import type { Measure } from './bench.ts'
import { grow } from './growth.ts'
import { lineOf, paired, type Side } from './paired.ts'

/** As in the real export: 20 000 blocks have some 1 000 assets. */
const blocksOfAsset = 200
const callsOfRound = 3

/**
 * `ledger_faults` against one scan of the blocks, without parallel workers, whose number depends on the machine's load.
 */
export const faults: Measure = {
  name: 'faults',
  run: ({ rows, postgresPid, inDatabase }) =>
    inDatabase(async ({ sql, url, tenantId }) => {
      await grow(sql, {
        tenant: tenantId,
        projects: Math.max(1, Math.ceil(rows / blocksOfAsset)),
        claims: Math.ceil((rows * 9) / 10),
        blocks: rows,
      })
      const connection = connectDatabase(url, { max: 1 })
      const side = (name: string, statement: string): Side => ({
        name,
        async round() {
          const startedAt = performance.now()
          for (let call = 0; call < callsOfRound; call += 1) await connection.unsafe(statement)
          return { calls: callsOfRound, seconds: (performance.now() - startedAt) / 1_000 }
        },
      })
      try {
        // A scan of ten million blocks exceeds the timeout of requests.
        await connection.unsafe('set max_parallel_workers_per_gather = 0; set statement_timeout = 0')
        const found = await paired(postgresPid, {
          ours: side('ledger_faults', `select * from ledger_faults('${tenantId}')`),
          limit: side(
            'one scan of the blocks',
            `select sum(upper(serials) - lower(serials)) from block where tenant_id = '${tenantId}'`,
          ),
        })
        return [lineOf(`ledger_faults, ${rows} blocks`, { atMost: 3 }, found)]
      } finally {
        await connection.end()
      }
    }),
}
