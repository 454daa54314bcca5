import { connectDatabase } from '#server/infra/db/database.ts'
import type { Measure } from './bench.ts'
import { grow } from './growth.ts'
import { lineOf, paired, type Side } from './paired.ts'

/** Of the real export's 20 000 blocks some 1 000 issuances; a registry of a million has so many assets. */
const blocksOfAsset = 200
const callsOfRound = 3

/**
 * All ways in which a ledger may contradict itself, looked for, against one reading of its blocks. Both work in one process of
 * PostgreSQL: how many others would help depends on what else the machine does.
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
      const asking = connectDatabase(url, { max: 1 })
      const side = (name: string, statement: string): Side => ({
        name,
        async round() {
          const startedAt = performance.now()
          for (let call = 0; call < callsOfRound; call += 1) await asking.unsafe(statement)
          return { calls: callsOfRound, seconds: (performance.now() - startedAt) / 1_000 }
        },
      })
      try {
        // Ten million blocks take longer than a request may.
        await asking.unsafe('set max_parallel_workers_per_gather = 0; set statement_timeout = 0')
        const found = await paired(postgresPid, {
          ours: side('ledger_faults', `select * from ledger_faults('${tenantId}')`),
          limit: side(
            'one scan of the blocks',
            `select sum(upper(serials) - lower(serials)) from block where tenant_id = '${tenantId}'`,
          ),
        })
        return [lineOf(`ledger_faults, ${rows} blocks`, { atMost: 3 }, found)]
      } finally {
        await asking.end()
      }
    }),
}
