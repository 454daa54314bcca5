import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '#embedded/postgres.ts'
import { connectDatabase, type Database, identifier } from '#server/infra/db/database.ts'
import { migrate } from '#server/infra/db/migrate.ts'
import type { Line } from './lines.ts'

export type Measure = { name: string; run(bench: Bench): Promise<Line[]> }

/** One PostgreSQL; a database per measurement. */
export type Bench = {
  folder: string
  /** Claims in grown databases. */
  rows: number
  postgresPid: number
  /** In a new, migrated database with one tenant. */
  inDatabase<Result>(work: (database: BenchDatabase) => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

export type BenchDatabase = { sql: Database; url: string; tenantId: string }

const tenantId = 'bench'

export async function openBench(folder: string, rows: number): Promise<Bench> {
  // Enough for 32 callers per side and the pools.
  const postgres = await startPostgres({ dataDir: folder, log: () => {}, settings: { max_connections: '120' } })
  const postmaster = await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')
  let databases = 0
  return {
    folder,
    rows,
    postgresPid: Number(postmaster.split('\n')[0]),
    async inDatabase(work) {
      databases += 1
      const name = `bench_${databases}`
      const admin = connectDatabase(postgres.url, { max: 1 })
      await admin`create database ${identifier(name)}`
      const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
      const sql = connectDatabase(url, { max: 2 })
      try {
        await migrate(sql)
        await sql`
          insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix)
          values (${tenantId}, 'Bench', 'Unit', 'Units', 'BENCH')`
        return await work({ sql, url, tenantId })
      } finally {
        await sql.end()
        await admin`drop database ${identifier(name)} with (force)`
        await admin.end()
      }
    },
    stop: postgres.stop,
  }
}
