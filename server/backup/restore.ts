import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { Database, Sql } from '#server/infra/db/database.ts'
import { makeTablesAsOf, migrateIn } from '#server/infra/db/migrate.ts'
import { type FileStore, mediaTypeOf } from '#server/infra/files/stored-file.ts'
import { using } from '#server/infra/files/using.ts'
import { Refused } from '#server/infra/refused.ts'
import { ledgerFaults } from '#server/units/ledger/faults.ts'
import { verifyLedger } from '#server/units/ledger/verify-ledger.ts'
import type { Archive, Manifest } from './archive.ts'
import { copyText, countRows, isEmpty, setSequence, tablesOf, tenantIds } from './tables.store.ts'

/**
 * Restores a backup into an empty database, in one transaction, and its files into the store; migrates older backups.
 * Checks row counts, constraints, ledgers and hash chains. Throws Refused and rolls back if a check fails.
 */
export async function restore(sql: Database, files: FileStore, archive: Archive): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await isEmpty(tx))) throw new Refused('The database is not empty. Restore into an empty one.')
    await tx`select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`
    await makeTablesAsOf(tx, archive.manifest.migrations)
    // `migrateIn` adds triggers later: the backup has the rows that they write.
    await load(tx, archive)
    await migrateIn(tx)
    await tx`analyze`
    await refuseFaults(tx)
    for (const entry of archive.manifest.files) {
      const mediaType = mediaTypeOf(entry.key) ?? ''
      await using(files.draft(archive.read(entry)), (draft) => files.put(entry.key, draft, mediaType))
    }
  })
}

async function load(tx: Sql, archive: Archive): Promise<void> {
  const { tables, sequences } = archive.manifest
  const here = await tablesOf(tx)
  refuseOtherTables(tables, here)
  for (const { schema, name } of here) {
    const table = tables.find((each) => each.schema === schema && each.name === name)
    if (!table) continue
    const text = `${await copyText(tx, table)} from stdin`
    await tx.copyIn(text, (into) => pipeline(archive.read(table), createZstdDecompress(), into))
    const rows = await countRows(tx, table)
    if (rows !== table.rows) throw new Refused(`${name} has ${rows} rows, and the backup says ${table.rows}.`)
  }
  for (const sequence of sequences) await setSequence(tx, sequence)
}

/** Earlier migrations may order columns differently. */
function refuseOtherTables(
  tables: Manifest['tables'],
  here: readonly { schema: string; name: string; columns: string[] }[],
) {
  const line = ({ schema, name, columns }: (typeof here)[number]) =>
    `${schema}.${name} (${columns.toSorted().join(', ')})`
  const expected = new Set(here.map(line))
  const given = new Set(tables.map(line))
  const different = expected.symmetricDifference(given)
  if (different.size > 0)
    throw new Refused(`The backup has other tables than its migrations make: ${[...different].join('; ')}.`)
}

async function refuseFaults(tx: Sql): Promise<void> {
  const faults = await ledgerFaults(tx)
  if (faults.length > 0) {
    const lines = faults.map(({ tenantId, fault }) => `${tenantId}: ${fault}`)
    throw new Refused(`The ledger of the backup contradicts itself; nothing was restored.\n${lines.join('\n')}`)
  }
  for (const tenantId of await tenantIds(tx)) {
    const { fault } = await verifyLedger(tx, tenantId)
    if (fault) throw new Refused(`The hash chain of ${tenantId} is broken at ${fault.sequence}; nothing was restored.`)
  }
}
