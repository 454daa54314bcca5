import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startPostgres } from '#embedded/postgres.ts'
import { connectDatabase, type Database } from '#server/infra/db/database.ts'
import { migrate } from '#server/infra/db/migrate.ts'
import { recordedChannel } from '#server/units/ledger/bell.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { aBlock, aFolder, aMint, aProject, writeExport } from '#tests/kit/an-export.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'

function startImport(settings: Record<string, string>, args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'import.ts'), ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return { child, ended: ended(child).then((code) => ({ code, output })) }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve))
}

const unitsPerMint = 40

/** Each unit retired on its own, so that the load takes several transactions. */
async function aLargeExport(mints: number) {
  const project = aProject()
  const rows = Array.from({ length: mints }, () => aMint({ project_id: project.project_id!, quantity: unitsPerMint }))
  const blocks = rows.flatMap((mint, place) =>
    Array.from({ length: unitsPerMint }, (_, unit) => {
      const serial = place * unitsPerMint + unit + 1
      return aBlock(mint, serial, serial, { retirement_date: '2022-02-03', beneficiary: `Beneficiary ${serial}` })
    }),
  )
  return writeExport({ projects: [project], mints: rows, blocks })
}

function argsFor(files: { project: string; mint: string; block: string }, ...more: string[]): string[] {
  return ['--tenant', 'sample', '--projects', files.project, '--mints', files.mint, '--ledger', files.block, ...more]
}

describe('killed at any moment, an import is resumed by asking again', () => {
  test('every mint is there once, whole, and the ledger has no fault', async () => {
    const database = await aDatabase()
    closeAfterwards(database.drop)
    const { sql, url } = database
    const settings = { DATABASE_URL: url, DATA_DIR: await aFolder() }
    const mints = 450
    const args = argsFor(await aLargeExport(mints))

    for (let kill = 1; kill <= 2; kill++) {
      const { child, ended } = startImport(settings, args)
      const isKilled = firstCommit(sql).then(() => child.kill('SIGKILL'))
      const { code, output } = await ended
      expect({ code, output }).toMatchObject({ code: null })
      await isKilled
      expect(await loadedMints(sql)).toBeLessThan(mints)
    }
    const { code, output } = await startImport(settings, args).ended
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('no fault') })
    expect(output).toMatch(/mints +450 rows: [1-9]\d* loaded, [1-9]\d* there before, 0 set aside/)
    expect(await contents(sql)).toEqual({
      mints,
      blocks: mints * unitsPerMint,
      claims: mints * unitsPerMint,
      incomplete: 0,
      faults: 0,
    })
  }, 120_000)

  /** Each committed chunk of mints notifies the settler. */
  async function firstCommit(sql: Database): Promise<void> {
    const committed = Promise.withResolvers<void>()
    const unlisten = await sql.listen(recordedChannel, () => committed.resolve())
    await committed.promise
    await unlisten()
  }

  async function loadedMints(sql: Database): Promise<number> {
    const [row] = await sql<{ mints: number }[]>`select count(*)::int as mints from asset`
    return row!.mints
  }

  async function contents(sql: Database) {
    while (!(await linkPending(sql)));
    const [row] = await sql`
      select (select count(*)::int from asset) as mints, (select count(*)::int from block) as blocks,
        (select count(*)::int from claim) as claims,
        (select count(*)::int from transaction t
          where not exists (select from settlement s where s.transaction_id = t.id)
            or not exists (select from entry e where e.transaction_id = t.id)) as incomplete,
        (select count(*)::int from ledger_faults('sample')) as faults`
    return row
  }
})

describe('without DATABASE_URL', () => {
  test('the embedded database is used, whether it runs or not', async () => {
    const dataDir = await aFolder()
    const args = argsFor(await aLargeExport(2))
    const first = await startImport({ DATA_DIR: dataDir }, args).ended
    expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/blocks +80 rows: 80 loaded/) })

    const running = await startPostgres({ dataDir, log: () => {} })
    try {
      const second = await startImport({ DATA_DIR: dataDir }, args).ended
      expect(second).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was changed') })
      const sql = connectDatabase(running.url, { max: 1 })
      expect(await migrate(sql)).toEqual([])
      await sql.end()
    } finally {
      await running.stop()
    }
  }, 60_000)
})

test('an import that is refused while a file is read says why and ends', async () => {
  const { project, mint } = await aLargeExport(1)
  const args = ['--tenant', 'sample', '--projects', mint, '--mints', mint, '--ledger', project]
  const database = await aDatabase()
  closeAfterwards(database.drop)
  const { code, output } = await startImport({ DATABASE_URL: database.url, DATA_DIR: await aFolder() }, args).ended
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringMatching(/Reading .+\n.+ has no column /s) })
})

test('a missing argument is named, with its syntax', async () => {
  const { code, output } = await startImport({ DATA_DIR: await aFolder() }, ['--tenant', 'sample', '--mints', 'x.csv'])
    .ended
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('--ledger') })
})
