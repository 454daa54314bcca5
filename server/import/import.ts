import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Database, retryBusy, type Sql } from '#server/infra/db/database.ts'
import { notifyWhenCommitted } from '#server/units/ledger/bell.ts'
import { checkMints, checkProjects, countStaged, rowsSetAside } from './checks.store.ts'
import { analyzeLoaded, cutMints, cutProjects, fillIn, loadMints, loadProjects } from './load.store.ts'
import { ImportRefused } from './objection.ts'
import type { ShowProgress } from './progress.ts'
import { readTable } from './read-table.ts'
import { blockColumns, mintColumns, projectColumns, type Read, readBlock, readMint, readProject } from './rows.ts'
import { openSetAside, type SetAside } from './set-aside.ts'
import {
  createStaging,
  dropStaging,
  enterStaging,
  finishStaging,
  type Kind,
  kinds,
  leaveStaging,
  lockImport,
  type Source,
  type StagedRow,
  stage,
  tenantExists,
} from './staging.store.ts'

/** Mints need their blocks; projects, or mints and blocks, may be left out. */
export type ImportOrder = {
  tenantId: string
  files: { [kind in Kind]?: string | undefined }
  /** Checks only. */
  dryRun: boolean
  /** The file for rejected rows. */
  setAsidePath: string
  today: string
}

/** `known` from an earlier load, of which `more` have new fields. */
export type Tally = Record<'rows' | 'loaded' | 'known' | 'more' | 'aside', number>

export type ImportReport = Record<Kind, Tally> & {
  /** Of accepted mints, also in a dry run. */
  units: bigint
  claimedUnits: bigint
  claims: number
  setAsidePath: string | null
  /** From ledger_faults(); if not empty, do not trust the load. */
  faults: string[]
}

/** Small enough for a moving progress bar, large enough to be cheap. */
const projectsPerChunk = 1_000
const blocksPerChunk = 2_500

/**
 * Streams each file into a staging table, checks rows against each other and the ledger, and loads accepted rows in
 * chunks, one transaction each. Memory does not grow with the files. Existing rows only gain fields that were empty, so
 * a killed import can be resumed, and a repeated one changes nothing. Throws ImportRefused for a missing tenant, a
 * concurrent import or an unreadable file.
 */
export async function importRegistry(sql: Database, order: ImportOrder, show: ShowProgress): Promise<ImportReport> {
  const { tenantId } = order
  const connection = await sql.reserve()
  try {
    if (!(await tenantExists(connection, tenantId))) {
      throw new ImportRefused(`There is no registry (tenant) ${tenantId}. npm run tenant -- create makes one.`)
    }
    if (!(await lockImport(connection, tenantId))) {
      throw new ImportRefused(`Another import into ${tenantId} is running.`)
    }
    return await importLocked(sql, connection, order, show).finally(() => dropStaging(connection, tenantId))
  } finally {
    await leaveStaging(connection).finally(() => connection.release())
  }
}

async function importLocked(
  sql: Database,
  connection: Sql,
  order: ImportOrder,
  show: ShowProgress,
): Promise<ImportReport> {
  const setAside = await openSetAside(order.setAsidePath)
  try {
    const unreadable = await stageFiles(connection, order, setAside, show)
    await check(connection, order.tenantId, show)
    for (const kind of kinds) await writeSetAside(connection, kind, order, setAside)
    if (!order.dryRun) await load(sql, connection, order.tenantId, show)
    return await report(connection, order, unreadable, await setAside.close())
  } finally {
    await setAside.close()
  }
}

type Unreadable = Record<Kind, number>

async function stageFiles(sql: Sql, order: ImportOrder, setAside: SetAside, show: ShowProgress): Promise<Unreadable> {
  const { tenantId, today } = order
  const readers = {
    project: { columns: projectColumns, read: (source: Source) => readProject(source, today) },
    mint: { columns: mintColumns, read: (source: Source) => readMint(source, tenantId, today) },
    block: { columns: blockColumns, read: (source: Source) => readBlock(source, tenantId, today) },
  }
  const unreadable: Unreadable = { project: 0, mint: 0, block: 0 }
  await createStaging(sql, tenantId)
  for (const kind of kinds) {
    const path = order.files[kind]
    if (path === undefined) continue
    const progress = show(`Reading ${basename(path)}`, await sizeOf(path), 'bytes')
    const rows = readRows(path, readers[kind], progress.at, async (line, objections) => {
      unreadable[kind]++
      for (const objection of objections) await setAside.write(basename(path), line, objection)
    })
    await stage(sql, kind, rows)
    progress.done()
  }
  await finishStaging(sql)
  return unreadable
}

type Reader = { columns: readonly string[]; read: (source: Source) => Read<StagedRow> }
type Refuse = (line: number, objections: Read<never>['objections']) => Promise<void>

async function* readRows(path: string, { columns, read }: Reader, onBytes: (bytes: number) => void, refuse: Refuse) {
  for await (const line of readTable(path, columns, onBytes)) {
    if ('objections' in line) {
      await refuse(line.line, line.objections)
      continue
    }
    const { row, objections } = read(line.source)
    if (row === null) await refuse(line.line, objections)
    else yield { line: line.line, row }
  }
}

async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) throw new ImportRefused(`There is no file ${path}.`)
  return found.size
}

async function check(sql: Sql, tenantId: string, show: ShowProgress): Promise<void> {
  const progress = show('Checking', 2, 'rows')
  await checkProjects(sql, tenantId)
  progress.at(1)
  await checkMints(sql, tenantId)
  progress.done()
}

async function writeSetAside(sql: Sql, kind: Kind, { files }: ImportOrder, setAside: SetAside): Promise<void> {
  const file = basename(files[kind] ?? '')
  for await (const rows of rowsSetAside(sql, kind)) {
    for (const { line, ...objection } of rows) await setAside.write(file, line, objection)
  }
}

/** Two connections use two processors. */
async function load(sql: Database, connection: Sql, tenantId: string, show: ShowProgress): Promise<void> {
  await fillInKnown(connection, tenantId)
  await loadChunks(
    [connection],
    'Loading projects',
    await cutProjects(connection, projectsPerChunk),
    show,
    (tx, chunk) => loadProjects(tx, tenantId, chunk),
  )
  const sizes = await cutMints(connection, tenantId, blocksPerChunk)
  const second = await sql.reserve()
  try {
    await enterStaging(second, tenantId)
    await loadChunks([connection, second], 'Loading mints and blocks', sizes, show, async (tx, chunk) => {
      await loadMints(tx, tenantId, chunk)
      await notifyWhenCommitted(tx)
    })
  } finally {
    await leaveStaging(second).finally(() => second.release())
  }
  await analyzeLoaded(connection)
}

/** One transaction, which locks projects only briefly. */
async function fillInKnown(connection: Sql, tenantId: string): Promise<void> {
  await retryBusy(async () => {
    await connection`rollback`
    await connection`begin`
    for (const kind of kinds) await fillIn(connection, tenantId, kind)
    await connection`commit`
  })
}

/** The first chunk loads alone, so that PostgreSQL then plans for tables with rows. Retries deadlocks. */
async function loadChunks(
  connections: Sql[],
  title: string,
  sizes: number[],
  show: ShowProgress,
  loadChunk: (tx: Sql, chunk: number) => Promise<void>,
): Promise<void> {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total === 0) return
  const progress = show(title, total, 'rows')
  let done = 0
  const loadOne = async (connection: Sql, [chunk, size]: [number, number]) => {
    await retryBusy(async () => {
      await connection`rollback`
      await connection`begin`
      await loadChunk(connection, chunk)
      await connection`commit`
    })
    done += size
    progress.at(done)
  }
  const chunks = [...sizes.entries()].filter(([, size]) => size > 0)
  await loadOne(connections[0]!, chunks[0]!)
  const left = chunks.slice(1).values()
  await Promise.all(
    connections.map(async (connection) => {
      for (const chunk of left) await loadOne(connection, chunk)
    }),
  )
  progress.done()
}

async function report(
  sql: Sql,
  order: ImportOrder,
  unreadable: Unreadable,
  setAsidePath: string | null,
): Promise<ImportReport> {
  const [project, mint, block] = await Promise.all(kinds.map((kind) => countStaged(sql, kind)))
  const tally = (kind: Kind, counts = { rows: 0, known: 0, more: 0, aside: 0 }): Tally => ({
    rows: counts.rows + unreadable[kind],
    loaded: counts.rows - counts.known - counts.aside,
    known: counts.known,
    more: counts.more,
    aside: counts.aside + unreadable[kind],
  })
  const faults = order.dryRun
    ? []
    : await sql<{ fault: string }[]>`
        select asset_id || ': ' || fault as fault from ledger_faults(${order.tenantId}) limit 20`
  return {
    project: tally('project', project),
    mint: tally('mint', mint),
    block: tally('block', block),
    units: block!.units,
    claimedUnits: block!.claimed,
    claims: block!.claims,
    setAsidePath,
    faults: faults.map(({ fault }) => fault),
  }
}
