import { existsSync } from 'node:fs'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { Database } from '#server/infra/db/database.ts'
import { knownTime } from '#server/infra/db/times.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { verifyLedger } from '#server/units/ledger/verify-ledger.ts'
import { aBlock, aFolder, aMint, aProject, csv, type ExportRow, writeExport } from '#tests/kit/an-export.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { type ImportOrder, importRegistry } from './import.ts'

const quiet = () => ({ at() {}, done() {} })
const today = '2026-03-01'

/** An empty tenant with its own database by default. */
async function aRegistry(sql?: Database) {
  sql ??= await anEmptyDatabase()
  const tenantId = `reg${++tenants}`
  await sql`
    insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix)
    values (${tenantId}, 'Registry', 'Unit', 'Units', 'REG')`
  const setAsidePath = join(await aFolder(), 'set-aside.csv')
  return {
    sql,
    tenantId,
    load: (files: ImportOrder['files'], changes: Partial<ImportOrder> = {}) =>
      importRegistry(sql, { tenantId, files, dryRun: false, setAsidePath, today, ...changes }, quiet),
    async setAside(): Promise<Record<'file' | 'line' | 'column' | 'value' | 'reason', string>[]> {
      return parse(await readFile(setAsidePath, 'utf8'), { columns: true })
    },
  }
}

let tenants = 0

async function anEmptyDatabase(): Promise<Database> {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  return database.sql
}

async function contentsOf(sql: Database) {
  const [counts] = await sql`
    select (select count(*) from account) as accounts, (select count(*) from methodology) as methodologies,
      (select count(*) from project) as projects, (select count(*) from asset) as assets,
      (select count(*) from transaction) as transactions, (select count(*) from entry) as entries,
      (select count(*) from block) as blocks, (select count(*) from claim) as claims,
      (select count(*) from settlement) as settlements, (select count(*) from imported_row) as rows,
      (select count(*) from audit_event) as events, (select sum(held) from balance) as held,
      (select sum(retired) from balance) as retired`
  return counts
}

const hostileTexts = [
  '"Quoted" and ""doubled""',
  'line\nbreak\r\nand another\rone\n',
  '=HYPERLINK("https://evil.test")',
  '-1+1|cmd',
  '株式会社グリーン・エネルギー',
  'شركة الطاقة المتجددة',
  'Compensação de carbono',
  'mojibake: CompensaÃ§Ã£o â€œcarbonoâ€\u009d',
  'emoji 🌍👩🏽‍🌾 and \u202eoverride',
  'tab\tand \\back\\slash \\N \\. \\n',
  '  spaces around  ',
  '\\N',
  'null',
  '\ufeffbyte order mark',
  'control \u0001\u001f\u007f characters',
  '\u2028separators\u2029',
  'e\u0301 is not \u00e9',
  'x'.repeat(3_000),
]

/** A mint retired unit by unit, one per beneficiary. */
function retiredFor(texts: string[]) {
  const project = aProject()
  const mint = aMint({ project_id: project.project_id!, quantity: texts.length })
  const blocks = texts.map((text, index) =>
    aBlock(mint, index + 1, index + 1, {
      retirement_date: '2022-02-03',
      beneficiary: text,
      reason: text,
      details: text,
    }),
  )
  return { projects: [project], mints: [mint], blocks }
}

describe('what is loaded', () => {
  test('texts are stored byte for byte, whatever they are', async () => {
    const { sql, load } = await aRegistry()
    await load(await writeExport(retiredFor(hostileTexts)))
    const claims = await sql<{ beneficiary: string; reason: string; details: string }[]>`
      select c.beneficiary_name as beneficiary, c.purpose_detail as reason, c.note as details
      from claim c join entry e on e.transaction_id = c.transaction_id order by lower(e.serials)`
    expect(claims).toEqual(hostileTexts.map((text) => ({ beneficiary: text, reason: text, details: text })))
  })

  test('a text that is one endless word is linked like any other', async () => {
    const { sql, load } = await aRegistry()
    // An index cannot compress these letters.
    const endless = Array.from({ length: 3_000 }, (_, at) =>
      String.fromCharCode(0x4e00 + ((at * 7_919) % 20_000)),
    ).join('')
    const { projects, mints, blocks } = retiredFor([endless, 'Somebody'])
    await load(await writeExport({ projects: [{ ...projects[0]!, name: endless }], mints, blocks }))
    await linkPending(sql)
    expect(await sql`select sequence from ledger_link`).toHaveLength(3)
    const words = await sql<{ word: string }[]>`select word from search_word`
    expect(words.map(({ word }) => word)).toContain('somebody')
  })

  test('a claim carries the hash that anyone can compute from its words', async () => {
    const { sql, tenantId, load } = await aRegistry()
    await load(await writeExport(retiredFor([...hostileTexts, ''])))
    while (!(await linkPending(sql)));
    const movements = BigInt(hostileTexts.length + 2)
    expect(await verifyLedger(sql, tenantId)).toMatchObject({ links: movements, fault: null })
    const claims = await sql<{ kind: string }[]>`select beneficiary_kind as kind from claim`
    expect(claims.map(({ kind }) => kind).filter((kind) => kind === 'anonymous')).toHaveLength(1)
  })

  test('a claim has the vintage of its units', async () => {
    const { sql, load } = await aRegistry()
    await load(await writeExport(retiredFor(['Lake Bakery'])))
    expect(await sql`select vintages from claim`).toEqual([{ vintages: [2020] }])
  })

  test('a project comes with its developer, its methodology and the status that its word means', async () => {
    const { sql, load } = await aRegistry()
    const projects = [
      aProject({ developer: 'São Paulo Ação Ltda', status: 'Inactive', country: 'Viet Nam' }),
      aProject({
        developer: 'São Paulo Ação Ltda',
        status: 'On Hold - see notification letter',
        country: 'International',
      }),
      aProject({ developer: '緑化株式会社', status: 'Verification approval requested' }),
    ]
    await load({
      project: (await writeExport({ projects, mints: [aMint({ project_id: 'none' })], blocks: [] })).project,
    })
    const rows = await sql`
      select p.status, p.status_reason, p.status_before, p.country, p.end_date::text, p.number, p.created_at::date::text,
        a.name, a.id = p.account_id as is_own, a.origin, m.name as methodology, m.version
      from project p join account a on a.id = p.account_id join methodology m on m.id = p.methodology_id order by number`
    const common = {
      created_at: '2021-03-04',
      is_own: true,
      origin: 'import',
      methodology: 'TM0001 Generated',
      version: '',
    }
    const paulo = { ...common, name: 'São Paulo Ação Ltda' }
    expect(rows).toEqual([
      {
        ...paulo,
        number: 1,
        status: 'active',
        status_reason: 'Inactive',
        status_before: null,
        country: 'VN',
        end_date: '2026-02-28',
      },
      {
        ...paulo,
        number: 2,
        status: 'suspended',
        status_reason: 'On Hold - see notification letter',
        status_before: 'active',
        country: null,
        end_date: '2029-12-31',
      },
      {
        ...common,
        name: '緑化株式会社',
        number: 3,
        status: 'pending',
        status_reason: null,
        status_before: null,
        country: 'KE',
        end_date: '2029-12-31',
      },
    ])
  })

  test('a project waits since the day that its row knows, never since the import, nor since its registration where it waits again', async () => {
    const { sql, load } = await aRegistry()
    const projects = [
      aProject({ status: 'Under development', listed_date: '2019-08-07', registered_date: '' }),
      aProject({ status: 'Under validation' }),
      aProject({ status: 'Under validation', added_to_database: '' }),
      aProject({ status: 'Registration request denied', registered_date: '2020-01-02' }),
      aProject({ status: 'Verification approval requested', registered_date: '2010-01-06' }),
    ]
    await load({
      project: (await writeExport({ projects, mints: [aMint({ project_id: 'none' })], blocks: [] })).project,
    })
    const rows = await sql<{ since: string | null }[]>`
      select ${knownTime(sql, sql`status_since`)}::date::text as since from project order by number`
    expect(rows.map(({ since }) => since)).toEqual(['2019-08-07', '2021-03-04', null, null, null])
  })

  test('a mint in several ranges, partly retired, is a ledger without fault', async () => {
    const { sql, load, tenantId } = await aRegistry()
    const project = aProject()
    const mint = aMint({ project_id: project.project_id!, quantity: 100 })
    const blocks = [
      aBlock(mint, 1_001, 1_050),
      aBlock(mint, 11, 40, { retirement_date: '2022-01-01', beneficiary: 'Somebody' }),
      aBlock(mint, 41, 60),
    ]
    const report = await load(await writeExport({ projects: [project], mints: [mint], blocks }))
    expect(report).toMatchObject({ units: 100n, claimedUnits: 30n, claims: 1, faults: [], setAsidePath: null })
    const entries = await sql<{ serials: string; toState: string }[]>`
      select serials::text, to_state as "toState" from entry order by to_state, lower(serials)`
    expect(entries).toEqual([
      { serials: '[11,61)', toState: 'held' },
      { serials: '[1001,1051)', toState: 'held' },
      { serials: '[11,41)', toState: 'retired' },
    ])
    expect(await sql`select held, retired from balance`).toEqual([{ held: 70n, retired: 30n }])
    await linkPending(sql)
    expect(await sql`select state from settlement`).toEqual([{ state: 'recorded' }, { state: 'recorded' }])
    expect(await sql`select * from kept_sum_faults(${tenantId})`).toEqual([])
    expect(await sql`select name, claims, units from beneficiary_sum`).toEqual([
      { name: 'Somebody', claims: 1n, units: 30n },
    ])
  })

  test('a unit is issued before it is retired, in the order of the ledger', async () => {
    const { sql, load } = await aRegistry()
    const project = aProject()
    const mints = [3, 1, 2].map((month) =>
      aMint({ project_id: project.project_id!, quantity: 2, issuance_date: `2021-0${month}-01` }),
    )
    const blocks = mints.flatMap((mint, index) => [
      aBlock(mint, index * 10 + 1, index * 10 + 1, { retirement_date: '2021-06-01' }),
      aBlock(mint, index * 10 + 2, index * 10 + 2, { retirement_date: '2021-05-01' }),
    ])
    await load(await writeExport({ projects: [project], mints, blocks }))
    const ordered = await sql<{ type: string; day: string }[]>`
      select type, occurred_at::date::text as day from transaction order by sequence`
    expect(ordered.map(({ type, day }) => `${type} ${day}`)).toEqual([
      'mint 2021-01-01',
      'mint 2021-02-01',
      'mint 2021-03-01',
      ...Array.from({ length: 3 }, () => 'claim 2021-05-01'),
      ...Array.from({ length: 3 }, () => 'claim 2021-06-01'),
    ])
  })
})

describe('what is set aside', () => {
  const project = aProject({ project_id: 'GOOD' })
  const good = aMint({ project_id: 'GOOD', mint_id: 'good', quantity: 10 })
  const goodBlock = aBlock(good, 1, 10)
  const withMint = (mint: ExportRow, ...blocks: ExportRow[]) => ({ mints: [mint], blocks })
  const mint = (row: ExportRow) => aMint({ project_id: 'GOOD', mint_id: 'bad', quantity: 10, ...row })
  const block = (first: number, last: number, row: ExportRow = {}) => aBlock(mint({}), first, last, row)

  const cases: [string, { projects?: ExportRow[]; mints?: ExportRow[]; blocks?: ExportRow[] }, string[]][] = [
    ['no status', { projects: [aProject({ status: '' })] }, ['projects.csv 3 status  is empty']],
    [
      'an unknown status',
      { projects: [aProject({ status: 'Fine' })] },
      ['projects.csv 3 status Fine is a status without a meaning here'],
    ],
    [
      'more retired than issued',
      { projects: [aProject({ credits_retired: 1_001 })] },
      ['projects.csv 3 credits_retired 1001 is more than the 1000 issued'],
    ],
    [
      'a negative quantity',
      { projects: [aProject({ credits_issued: -5 })] },
      [
        'projects.csv 3 credits_issued -5 is no whole number of at least 0',
        'projects.csv 3 credits_retired 10 is more than the 0 issued',
      ],
    ],
    [
      'an unknown country',
      { projects: [aProject({ country: 'Atlantis' })] },
      ['projects.csv 3 country Atlantis is no country that is known'],
    ],
    [
      'a script as address',
      { projects: [aProject({ registry_url: 'javascript:alert(1)' })] },
      ['projects.csv 3 registry_url javascript:alert(1) is no http or https address'],
    ],
    [
      'a day that does not exist',
      { projects: [aProject({ crediting_end: '2021-02-29' })] },
      ['projects.csv 3 crediting_end 2021-02-29 is no date, YYYY-MM-DD'],
    ],
    [
      'an id twice',
      { projects: [aProject({ project_id: 'GOOD' })] },
      ['projects.csv 3 project_id GOOD stands in line 2 already'],
    ],
    ['a mint of nothing', withMint(mint({ quantity: 0 })), ['mints.csv 3 quantity 0 is no whole number of at least 1']],
    ['a mint without blocks', withMint(mint({})), ['mints.csv 3 quantity 10 has no blocks in the ledger']],
    [
      'a mint of a missing project',
      withMint(mint({ project_id: 'GONE' }), block(11, 20, { project_id: 'GONE' })),
      [
        'mints.csv 3 project_id GONE is no imported project: it is missing, or it was set aside',
        'ledger.csv 3 mint_id bad its mint was set aside: project_id is no imported project: it is missing, or it was set aside',
      ],
    ],
    [
      'blocks that do not add up',
      withMint(mint({}), block(11, 19)),
      [
        'mints.csv 3 quantity 10 its blocks add up to 9',
        'ledger.csv 3 mint_id bad its mint was set aside: quantity its blocks add up to 9',
      ],
    ],
    [
      'a block of an unknown mint',
      { blocks: [block(11, 20)] },
      ['ledger.csv 3 mint_id bad is no mint that could be read'],
    ],
    [
      'a block that is not as long as it says',
      withMint(mint({}), block(11, 20, { quantity: 9 })),
      [
        'ledger.csv 3 quantity 9 is not that of the serial numbers 11 to 20',
        'mints.csv 3 quantity 10 has no blocks in the ledger',
      ],
    ],
    [
      'a block of another vintage',
      withMint(mint({}), block(11, 20, { vintage_end: '2021-12-31' })),
      [
        'mints.csv 3 quantity 10 1 of its blocks were set aside',
        'ledger.csv 3 vintage_end 2021-12-31 is not what its mint says',
      ],
    ],
    [
      'a retirement without a day',
      withMint(mint({}), block(11, 20, { status: 'retired' })),
      [
        'ledger.csv 3 retirement_date  is empty, and the block is retired',
        'mints.csv 3 quantity 10 has no blocks in the ledger',
      ],
    ],
    [
      'a retirement of the year 2999',
      withMint(mint({}), block(11, 20, { retirement_date: '2999-01-01' })),
      [
        'ledger.csv 3 retirement_date 2999-01-01 is in the future',
        'mints.csv 3 quantity 10 has no blocks in the ledger',
      ],
    ],
    [
      'a retirement before its issuance',
      withMint(mint({}), block(11, 20, { retirement_date: '2021-05-05' })),
      [
        'ledger.csv 3 retirement_date 2021-05-05 is before issuance_date',
        'mints.csv 3 quantity 10 has no blocks in the ledger',
      ],
    ],
    [
      'an issuance of the year 2999',
      withMint(mint({ issuance_date: '2999-01-01' }), block(11, 20)),
      [
        'mints.csv 3 issuance_date 2999-01-01 is in the future',
        'ledger.csv 3 mint_id bad is no mint that could be read',
      ],
    ],
  ]

  let shared: Promise<Database> | undefined
  test.each(cases)('%s', async (_, rows, expected) => {
    shared ??= anEmptyDatabase()
    const { load, setAside } = await aRegistry(await shared)
    const report = await load(
      await writeExport({
        projects: [project, ...(rows.projects ?? [])],
        mints: [good, ...(rows.mints ?? [])],
        blocks: [goodBlock, ...(rows.blocks ?? [])],
      }),
    )
    const lines = (await setAside()).map((row) => `${row.file} ${row.line} ${row.column} ${row.value} ${row.reason}`)
    expect(lines).toEqual(expected)
    expect(report).toMatchObject({
      units: 10n,
      faults: [],
      project: { loaded: 1 },
      mint: { loaded: 1 },
      block: { loaded: 1 },
    })
  })

  test('two mints with the same serial numbers, both: nobody knows whose they are', async () => {
    const { load, setAside } = await aRegistry()
    const twin = mint({ mint_id: 'twin' })
    const blocks = [goodBlock, block(100, 109), aBlock(twin, 105, 114)]
    const report = await load(await writeExport({ projects: [project], mints: [good, mint({}), twin], blocks }))
    expect(report).toMatchObject({ mint: { loaded: 1, aside: 2 }, block: { loaded: 1, aside: 2 }, faults: [] })
    expect((await setAside()).filter((row) => row.reason.includes('in another block too'))).toHaveLength(2)
  })

  test('serial numbers that the ledger has already', async () => {
    const { load, setAside } = await aRegistry()
    await load(await writeExport({ projects: [project], mints: [good], blocks: [goodBlock] }))
    await load(await writeExport({ projects: [project], mints: [mint({})], blocks: [block(10, 19)] }))
    expect((await setAside()).map((row) => row.reason)).toContain(
      'serial numbers 10 to 19 are in another block too, here or in the ledger',
    )
  })

  test('bytes that are not UTF-8, a NUL, too few fields: by line, after rows of several lines', async () => {
    const { load, setAside } = await aRegistry()
    const files = await writeExport({
      projects: [aProject({ description: 'two\nlines' }), aProject({ description: 'two\r\nmore' })],
      mints: [aMint({ project_id: 'none' })],
      blocks: [],
    })
    const latin1 = Buffer.from('\nX1,TEST,Caf\u00e9,Registered\nX2,\0\n', 'latin1')
    await appendFile(files.project, latin1)
    const report = await load({ project: files.project })
    expect(report.project).toEqual({ rows: 4, loaded: 2, known: 0, more: 0, aside: 2 })
    expect((await setAside()).map(({ line, reason }) => [line, reason])).toEqual([
      ['6', 'the row has 4 fields, the header 20'],
      ['7', 'the row has 2 fields, the header 20'],
    ])
    const row = Object.values(aProject({ name: 'NAME' })).join(',')
    await appendFile(
      files.project,
      Buffer.from(`${row.replace('NAME', 'Caf\u00e9')}\n${row.replace('NAME', 'a\0b')}\n`, 'latin1'),
    )
    await load({ project: files.project })
    expect((await setAside()).slice(2).map(({ line, column, reason }) => [line, column, reason])).toEqual([
      ['8', 'name', 'is not UTF-8 (shown here as Latin-1); save the file as UTF-8'],
      ['9', 'name', 'holds a NUL character'],
    ])
  })
})

describe('a text longer than any page should carry', () => {
  test('sets its row aside with its column, length and limit, and the beginning of the text', async () => {
    const { load, setAside } = await aRegistry()
    const projects = [10_000, 10_001, 10_000_000].map((length) => aProject({ description: 'd'.repeat(length) }))
    const { project } = await writeExport({ projects, mints: [], blocks: [] })
    expect((await load({ project })).project).toMatchObject({ rows: 3, loaded: 1, aside: 2 })
    const start = `${'d'.repeat(100)}…`
    expect((await setAside()).map(({ column, value, reason }) => [column, value, reason])).toEqual([
      ['description', start, 'has 10001 characters; at most 10000 are taken'],
      ['description', start, 'has 10000000 characters; at most 10000 are taken'],
    ])
  })
})

describe('a file as spreadsheets save it', () => {
  const rows = [aProject({ project_id: 'A', name: 'Semi; colon, comma' }), aProject({ project_id: 'B' })]
  const mark = '\u{feff}'

  test.each([
    ['with the mark of UTF-8 before a quoted header', mark + csv(rows)],
    ['with semicolons', csv(rows).replaceAll('","', '";"')],
    ['with tabs and that mark', mark + csv(rows).replaceAll('","', '"\t"')],
  ])('%s', async (_, text) => {
    const { sql, load } = await aRegistry()
    const files = await writeExport({ projects: rows, mints: [], blocks: [] })
    await writeFile(files.project, text)
    expect(await load({ project: files.project })).toMatchObject({ project: { rows: 2, loaded: 2, aside: 0 } })
    const names = await sql<{ name: string }[]>`select name from project where id = 'A'`
    expect(names).toEqual([{ name: 'Semi; colon, comma' }])
  })

  test('in UTF-16 is refused with what to do', async () => {
    const { load } = await aRegistry()
    const files = await writeExport({ projects: rows, mints: [], blocks: [] })
    await writeFile(files.project, Buffer.from(mark + csv(rows), 'utf16le'))
    await expect(load({ project: files.project })).rejects.toThrow(
      'projects.csv is in UTF-16. Save it as CSV in UTF-8.',
    )
  })
})

describe('a second load', () => {
  const tables = retiredFor(['Somebody', ''])

  test('changes nothing', async () => {
    const { sql, load } = await aRegistry()
    const files = await writeExport(tables)
    await load(files)
    const before = await contentsOf(sql)
    const report = await load(files)
    expect(await contentsOf(sql)).toEqual(before)
    expect(report).toMatchObject({
      project: { loaded: 0, known: 1 },
      mint: { loaded: 0, known: 1 },
      block: { loaded: 0, known: 2 },
    })
  })

  test('sets aside rows that have changed since, with the difference', async () => {
    const { sql, load, setAside } = await aRegistry()
    await load(await writeExport(tables))
    const before = await contentsOf(sql)
    const [project] = tables.projects
    const [first, second] = tables.blocks
    await load(
      await writeExport({
        projects: [{ ...project!, status: 'Withdrawn' }],
        mints: tables.mints,
        blocks: [first!, { ...second!, beneficiary: 'Somebody else' }],
      }),
    )
    expect(await contentsOf(sql)).toEqual(before)
    expect((await setAside()).map((row) => row.reason)).toEqual([
      "was loaded before as 'Registered'",
      'was loaded before with other blocks: 1 of 2 units are the same',
      'its mint was set aside: mint_id was loaded before with other blocks: 1 of 2 units are the same',
      'its mint was set aside: mint_id was loaded before with other blocks: 1 of 2 units are the same',
    ])
  })

  test('fills in what was empty, and nothing that somebody has stated since', async () => {
    const { sql, load, setAside } = await aRegistry()
    const [project] = tables.projects
    const bare = { ...project!, lon: '', lat: '', site_location: '', registry_url: '' }
    const later = aProject({ description: '', scope: '' })
    await load(await writeExport({ ...tables, projects: [bare, later] }))
    await sql`update project set longitude = 30, latitude = -2, sector = 'Energy' where id = ${String(later.project_id)}`
    const before = await contentsOf(sql)
    const report = await load(
      await writeExport({
        projects: [project!, { ...later, description: 'Told later', scope: 'Industry' }],
        mints: tables.mints,
        blocks: tables.blocks.map((block, at) => ({ ...block, serial_number: `OLD-1-${at}` })),
      }),
    )
    expect(report).toMatchObject({
      project: { loaded: 0, known: 2, more: 2 },
      mint: { loaded: 0, known: 1, more: 0 },
      block: { loaded: 0, known: 2, more: 2, aside: 0 },
      setAsidePath: null,
      faults: [],
    })
    expect(
      await sql`select longitude, latitude, extent::text as extent, location, source_url, description, sector from project order by number`,
    ).toMatchObject([
      {
        longitude: 38.01,
        latitude: -1.37,
        extent: '(38.01,-1.37),(38.01,-1.37)',
        location: 'Kitui',
        source_url: 'https://registry.test/project',
      },
      { longitude: 30, latitude: -2, description: 'Told later', sector: 'Energy' },
    ])
    const stored = await sql<{ serial: string | null }[]>`
      select source ->> 'serial_number' as serial from imported_row where kind = 'block' order by key`
    expect(stored.map(({ serial }) => serial)).toEqual(['OLD-1-0', 'OLD-1-1'])
    const events = await sql<{ act: string; rows: number }[]>`
      select act, (after ->> 'rows')::int as rows from audit_event where act like '%.complete' order by act`
    expect(events).toEqual([
      { act: 'block.complete', rows: 2 },
      { act: 'project.complete', rows: 2 },
    ])
    expect(await contentsOf(sql)).toEqual({ ...before, events: BigInt(String(before?.events)) + 2n })

    const shorter = await load(await writeExport({ ...tables, projects: [bare, later] }))
    expect(shorter).toMatchObject({ project: { known: 0, aside: 2 } })
    expect((await setAside())[0]).toMatchObject({ column: 'lat', reason: "was loaded before as '-1.37'" })
  })

  test('never fills in facts that a claim left empty, nor the parts behind a quantity', async () => {
    const { sql, load, setAside } = await aRegistry()
    const open = aProject({ crediting_end: '' })
    const { projects, mints, blocks } = retiredFor(['', 'Somebody'])
    await load(await writeExport({ projects: [...projects, open], mints, blocks }))
    const before = await contentsOf(sql)
    await load(
      await writeExport({
        projects: [...projects, { ...open, crediting_end: '2040-12-31' }],
        mints,
        blocks: blocks.map((block) => ({ ...block, beneficiary: 'Somebody' })),
      }),
    )
    expect(await contentsOf(sql)).toEqual(before)
    expect((await setAside()).map(({ column, reason }) => [column, reason])).toEqual([
      ['crediting_end', "was loaded before as ''"],
      ['mint_id', 'was loaded before with other blocks: 1 of 2 units are the same'],
      ['mint_id', expect.stringContaining('its mint was set aside')],
      ['mint_id', expect.stringContaining('its mint was set aside')],
    ])
  })

  test('a row that was read is changed by nobody, and only filled in', async () => {
    const { sql, load } = await aRegistry()
    await load(await writeExport(tables))
    await expect(sql`update imported_row set source = source || '{"status": "x"}'`).rejects.toThrow('append-only')
    await expect(sql`update imported_row set source = source - 'status'`).rejects.toThrow('append-only')
    await expect(sql`update imported_row set key = 'x'`).rejects.toThrow('append-only')
    await expect(sql`delete from imported_row`).rejects.toThrow('append-only')
  })

  test('adds what is new, in the same series', async () => {
    const { sql, load } = await aRegistry()
    await load(await writeExport(tables))
    const mint = aMint({ project_id: tables.projects[0]!.project_id!, quantity: 5 })
    const report = await load(
      await writeExport({
        projects: tables.projects,
        mints: [...tables.mints, mint],
        blocks: [...tables.blocks, aBlock(mint, 50, 54)],
      }),
    )
    expect(report).toMatchObject({ mint: { loaded: 1, known: 1 }, faults: [] })
    expect(await sql`select count(distinct series)::int as series, max(batch) as batch from asset`).toEqual([
      { series: 1, batch: 2 },
    ])
  })
})

test('a dry run checks everything and changes nothing', async () => {
  const { sql, load } = await aRegistry()
  const before = await contentsOf(sql)
  const report = await load(await writeExport(retiredFor(['Somebody'])), { dryRun: true })
  expect(report).toMatchObject({ units: 1n, claims: 1, mint: { loaded: 1 } })
  expect(await contentsOf(sql)).toEqual(before)
})

describe('a file that cannot be read at all is refused, and nothing is loaded', () => {
  test.each([
    ['no such file', async () => '/nowhere/projects.csv', 'There is no file'],
    [
      'a missing column',
      async (path: string) => write(path, 'project_id,name\n1,2\n'),
      'has no column registry, status',
    ],
    ['an open quote', async (path: string) => write(path, await withTail(path, '"open')), 'is no csv file'],
    ['nothing', async (path: string) => write(path, ''), 'is empty'],
    [
      'half a gzip file',
      async (path: string) => write(`${path}.gz`, gzipSync(await readFile(path)).subarray(0, 90)),
      'is no whole gzip file',
    ],
  ])('%s', async (_, spoil, message) => {
    const { sql, load } = await aRegistry()
    const files = await writeExport(retiredFor(['Somebody']))
    await expect(load({ project: await spoil(files.project) })).rejects.toThrow(message)
    expect(await sql`select from project`).toHaveLength(0)
  })

  async function write(path: string, content: string | Uint8Array): Promise<string> {
    await writeFile(path, content)
    return path
  }
  const withTail = async (path: string, tail: string) => `${await readFile(path, 'utf8')}\n${tail}`
})

describe('beside other acts', () => {
  test('mints of the same projects change what they share in the order of its names', async () => {
    const { sql, load, projects, mints, first } = await aRegistryWithProjects()
    const { done } = await sql.begin(async (tx) => {
      await tx`select from project where id = ${first} for no key update`
      const done = load(mints)
      await expect.poll(() => waiting(sql)).toBe(1)
      await tx`select from project where id <> ${first} for no key update nowait`
      return { done }
    })
    expect((await done).mint.loaded).toBe(projects)
  })

  test('sums are not locked while a chunk loads', async () => {
    const { sql, load, projects, mints } = await aRegistryWithProjects()
    await sql`insert into tally (tenant_id, name, rows, units) select id, 'assets held', 0, 0 from tenant`
    const { done } = await sql.begin(async (tx) => {
      await tx`lock table imported_row in share mode`
      const done = load(mints)
      await expect.poll(() => waiting(sql)).toBe(1)
      await tx`select from tally for no key update nowait`
      await tx`select from project for no key update nowait`
      return { done }
    })
    expect((await done).mint.loaded).toBe(projects)
  })

  async function aRegistryWithProjects() {
    const { sql, load } = await aRegistry()
    const projects = Array.from({ length: 40 }, () => aProject())
    const issued = projects.map(({ project_id = '' }) => aMint({ project_id }))
    const blocks = issued.map((mint, at) => aBlock(mint, 1 + at * 100, 100 + at * 100))
    const { project, ...mints } = await writeExport({ projects, mints: issued, blocks })
    await load({ project })
    const [row] = await sql<{ first: string }[]>`select min(id) as first from project`
    return { sql, load, mints, projects: projects.length, first: row?.first ?? '' }
  }

  async function waiting(sql: Database): Promise<number> {
    const [row] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return row?.count ?? 0
  }
})

test('a tenant that does not exist is refused', async () => {
  const { load } = await aRegistry()
  const files = await writeExport(retiredFor(['Somebody']))
  await expect(load(files, { tenantId: 'nobody' })).rejects.toThrow('There is no registry (tenant) nobody.')
})

const realData = join(import.meta.dirname, '../../../shared/data')
if (existsSync(join(realData, 'projects.csv.gz'))) {
  test('a real export is loaded whole, and once', async () => {
    const { sql, load } = await aRegistry()
    const files = {
      project: join(realData, 'projects.csv.gz'),
      mint: join(realData, 'mints_verra_brazil.csv.gz'),
      block: join(realData, 'ledger_blocks_verra_brazil.csv.gz'),
    }
    const report = await load(files)
    const { rows, loaded, aside } = report.project
    expect([rows, loaded + aside]).toEqual([5_443, 5_443])
    expect(report).toMatchObject({
      mint: { rows: 1_061, loaded: 1_061 },
      block: { rows: 22_312, loaded: 22_312 },
      units: 44_871_403n,
      claimedUnits: 26_470_461n,
      claims: 21_240,
      faults: [],
    })
    const before = await contentsOf(sql)
    expect(before).toMatchObject({ blocks: 22_312n, claims: 21_240n, retired: '26470461' })
    const again = await load(files)
    expect(again).toMatchObject({ project: { loaded: 0, aside }, mint: { loaded: 0, known: 1_061 }, faults: [] })
    expect(await contentsOf(sql)).toEqual(before)
  }, 180_000)
}
