import { namedFilesOf } from '#server/backup/named-files.ts'
import type { Config } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import { countUnnamed } from '#server/infra/db/unnamed-files.ts'
import { connectFiles, type FileStore } from '#server/infra/files/store.ts'
import { type Check, type Finding, ok, warning, wrong } from './finding.ts'

type Deps = { sql: Database; config: Config }

const timeoutMs = 120_000
const mostLooked = 5_000
const readsAtOnce = 16
const namesShown = 3
/** The sweep removes unreferenced files after an hour; a day later, something blocks it. */
const lateMs = 25 * 3_600_000

/** Checks that the files named by rows exist. */
export function fileChecks({ sql, config }: Deps): Check[] {
  return [{ subject: 'kept files', look: () => storedFiles({ sql, config }), timeoutMs }]
}

async function storedFiles({ sql, config }: Deps): Promise<Finding[]> {
  const store = await connectFiles(config.STORAGE_URL, config.DATA_DIR)
  const named = (await namedFilesOf(sql)).filter(({ mayLack }) => !mayLack).map(({ key }) => key)
  const looked = named.length > mostLooked ? sampleOf(named) : named
  const missing = await missingOf(store, looked)
  const late = await countUnnamed(sql, new Date(Date.now() - lateMs))
  const of = looked.length < named.length ? `${looked.length} of ${named.length}` : String(named.length)
  const shown = missing.slice(0, namesShown).join(', ') + (missing.length > namesShown ? ' …' : '')
  return [
    missing.length > 0
      ? wrong(
          `of ${of} files that rows name ${missing.length} are missing: ${shown}`,
          'take them out of a backup (files/ in its folder) and put them where STORAGE_URL leads',
        )
      : ok(`of ${of} files that rows name none is missing`),
    ...(late > 0
      ? [warning(`${late} files that no row names wait to be removed`, 'see in the log why they cannot be removed')]
      : []),
  ]
}

function sampleOf(keys: readonly string[]): string[] {
  const step = keys.length / mostLooked
  const from = Math.random() * step
  return Array.from({ length: mostLooked }, (_, at) => keys[Math.floor(from + at * step)] ?? '').filter(Boolean)
}

async function missingOf(store: FileStore, keys: readonly string[]): Promise<string[]> {
  const missing: string[] = []
  for (let at = 0; at < keys.length; at += readsAtOnce) {
    const batch = keys.slice(at, at + readsAtOnce)
    const found = await Promise.all(batch.map((key) => store.has(key)))
    missing.push(...batch.filter((_, index) => !found[index]))
  }
  return missing
}
