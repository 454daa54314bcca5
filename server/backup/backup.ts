import type { Readable } from 'node:stream'
import { createZstdCompress } from 'node:zlib'
import { type Database, type Sql, snapshot } from '#server/infra/db/database.ts'
import { migrationsOf } from '#server/infra/db/migrate.ts'
import type { FileStore } from '#server/infra/files/store.ts'
import { Refused } from '#server/infra/refused.ts'
import { type Manifest, type NewArchive, newArchive, passing } from './archive.ts'
import { type NamedFile, namedFilesOf } from './named-files.ts'
import { copyText, sequencesOf, type Table, tablesOf } from './tables.store.ts'

export type BackupDeps = {
  sql: Database
  files: FileStore
  chainFiles: () => Promise<{ path: string; source: Readable }[]>
  /** Signs the backup. */
  key?: string | undefined
}

const newline = 0x0a

/** Writes a backup into a new folder: all tables in one snapshot, then the files that they name. */
export async function makeBackup({ sql, files, chainFiles, key }: BackupDeps, folder: string): Promise<Manifest> {
  const archive = await newArchive(folder)
  try {
    // The chain first: the registry resends what a chain lacks, but rows must cover all that it has.
    const chain = []
    for (const { path, source } of await chainFiles()) chain.push(await archive.add(`chain/${path}`, source))
    const { named, ...database } = await sql.begin((tx) => copyDatabase(tx, archive), snapshot)
    const manifest: Manifest = {
      format: 1,
      madeAt: new Date().toISOString(),
      ...database,
      ...(await copyFiles(files, archive, named)),
      chain,
    }
    await archive.finish(manifest, key)
    return manifest
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

async function copyDatabase(tx: Sql, archive: NewArchive) {
  // Migrations and large tables take long.
  await tx`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`
  const migrations = await migrationsOf(tx)
  if (migrations.length === 0) throw new Refused('There is no registry in this database.')
  const tables = []
  for (const table of await tablesOf(tx)) tables.push(await copyTable(tx, archive, table))
  const named = await namedFilesOf(tx)
  // Sequences ignore snapshots: read last, they are never behind the rows.
  return { migrations, tables, named, sequences: await sequencesOf(tx) }
}

async function copyTable(tx: Sql, archive: NewArchive, table: Table): Promise<Manifest['tables'][number]> {
  let rows = 0
  // COPY writes a line feed within a value as `\n`, so each line feed ends a row.
  const counted = passing((chunk) => {
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows += 1
  })
  const copied = await tx.copyOut(`${await copyText(tx, table)} to stdout`, (from) =>
    archive.add(`tables/${table.schema}.${table.name}.zst`, from, counted, createZstdCompress()),
  )
  return { ...copied, ...table, rows }
}

async function copyFiles(store: FileStore, archive: NewArchive, named: readonly NamedFile[]) {
  const files: Manifest['files'] = []
  const missing: string[] = []
  for (const { key, sha256, mayLack } of named) {
    const file = await store.get(key)
    if (!file && mayLack) continue
    const copied = file && (await archive.add(`files/${key}`, file.stream))
    if (copied) files.push({ ...copied, key })
    if (!copied || (sha256 !== null && copied.sha256 !== sha256)) missing.push(key)
  }
  return { files, missing }
}
