import pg from 'pg'
import { newId } from '#server/infra/db/database.ts'
import type { BenchDatabase, Measure } from './bench.ts'
import type { Line } from './lines.ts'
import { movementData, plainMove, type Stock, wordsOf } from './movement-data.ts'
import { crowdOf, lineOf, paired, type Side } from './paired.ts'

export const roundSeconds = 3
const seed = 20_261_122

/**
 * Transfers and claims in SQL, against an update of two plain balances and one journal row: one round trip each, with
 * equal table sizes and connections.
 */
export const movements: Measure = {
  name: 'movements',
  run: (bench) =>
    bench.inDatabase(async (database) => {
      const stock = await movementData(database, bench.rows)
      const lines: Line[] = []
      for (const connections of [8, 32]) {
        const ours = await clientsOf(database.url, connections, 'registry_app')
        const bare = await clientsOf(database.url, connections)
        try {
          for (const isHot of [false, true]) {
            const limit = sideOf('plain', bare, database, stock, isHot)
            for (const kind of ['transfer', 'claim'] as const) {
              const side = sideOf(kind, ours, database, stock, isHot)
              const found = await paired(bench.postgresPid, { ours: side, limit })
              const name = `${kind} in SQL, ${connections} connections, ${isHot ? 'one hot account' : 'spread accounts'}`
              lines.push(lineOf(name, { atLeast: isHot ? 0.5 : 0.4 }, found))
            }
          }
        } finally {
          await Promise.all([...ours, ...bare].map((client) => client.end()))
        }
      }
      return lines
    }),
}

/** Connections of the bare driver; `role` as for the registry's requests. */
export async function clientsOf(url: string, count: number, role?: string): Promise<pg.Client[]> {
  const options = role ? `-c TimeZone=UTC -c role=${role}` : '-c TimeZone=UTC'
  const clients = Array.from({ length: count }, () => new pg.Client({ connectionString: url, options }))
  await Promise.all(clients.map((client) => client.connect()))
  return clients
}

/** Deterministic pseudo-random numbers. */
function numbersFrom(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Picks random movements, or all from the account with most of an asset. */
function picking({ accounts, assets }: Stock, isHot: boolean) {
  const below = numbersFrom(seed)
  return () => {
    const from = isHot ? 0 : below(accounts.length)
    const to = (from + 1 + below(accounts.length - 1)) % accounts.length
    const asset = isHot ? 0 : below(assets.length)
    return { from: accounts[from]!, to: accounts[to]!, asset: assets[asset]!, quantity: 1 + below(9) }
  }
}

const transferring = {
  name: 'transfer',
  text: `select ledger_transfer($1, 'bench', $2, $3, '127.0.0.1', 'bench', $4, $5, $6, $7, null) as answer
    from (select set_config('registry.tenant', $1, true)) wall`,
}
const claiming = {
  name: 'claim',
  text: `select ledger_claim($1, 'bench', $2, $3, '127.0.0.1', 'bench', $4, $5, $6, $7, $3) as answer
    from (select set_config('registry.tenant', $1, true)) wall`,
}

type Kind = 'plain' | 'transfer' | 'claim'

export function sideOf(
  kind: Kind,
  clients: readonly pg.Client[],
  database: BenchDatabase,
  stock: Stock,
  isHot: boolean,
): Side {
  const call = callOf(clients, database, stock, kind, isHot)
  return { name: kind === 'plain' ? 'plain update' : kind, round: () => crowdOf(clients.length, roundSeconds, call) }
}

function callOf(
  clients: readonly pg.Client[],
  { tenantId }: Pick<BenchDatabase, 'tenantId'>,
  stock: Stock,
  kind: Kind,
  isHot = false,
): (at: number) => Promise<unknown> {
  const pick = picking(stock, isHot)
  const hash = Buffer.alloc(32, 7)
  return (at) => {
    const { from, to, asset, quantity } = pick()
    if (kind === 'plain') return clients[at]!.query({ ...plainMove, values: [tenantId, from, to, asset, quantity] })
    const id = newId()
    const parameters = [tenantId, `key ${id}`, hash, id, from]
    const items = JSON.stringify([{ assetId: asset, quantity }])
    return kind === 'transfer'
      ? clients[at]!.query({ ...transferring, values: [...parameters, to, items] })
      : clients[at]!.query({ ...claiming, values: [...parameters, items, wordsOf(id)] })
  }
}
