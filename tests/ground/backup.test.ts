import { createHash, randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { openArchive } from '#server/backup/archive.ts'
import { makeBackup } from '#server/backup/backup.ts'
import { connectDatabase, newId } from '#server/infra/db/database.ts'
import { migrate } from '#server/infra/db/migrate.ts'
import { connectFiles } from '#server/infra/files/store.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { uploadDocument, uploadImage } from '#shared/contract/projects.ts'
import { pictureWidths } from '#shared/rules/pictures.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { begun, command } from '#tests/kit/command.ts'
import { aDatabase, anEmptyDatabase } from '#tests/kit/database.ts'
import { schemaOf } from '#tests/kit/schema.ts'
import { aLedgerTenant, aSettledLedger, passUntil } from '#tests/kit/settled-ledger.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const minuteMs = 60_000
const migrations = join(import.meta.dirname, '../../migrations')
let scratch: string
let tenant: TenantOfTest
let settings: Record<string, string>
/** A backup, made while the world ran. */
let folder: string
let made: Awaited<ReturnType<typeof command>>

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'registry-backup-'))
  closeAfterwards(() => rm(scratch, { recursive: true, force: true }))
  tenant = await aTenant()
  const { config } = tenant.world
  settings = {
    DATABASE_URL: config.DATABASE_URL ?? '',
    DATA_DIR: config.DATA_DIR,
    CHAIN_RPC_URL: config.CHAIN_RPC_URL ?? '',
    CHAIN_OPERATOR_KEY: config.CHAIN_OPERATOR_KEY ?? '',
    CHAIN_CONFIRMATIONS: '1',
  }
  await fill(tenant)
  folder = join(scratch, 'backup')
  made = await command('backup', settings, [folder])
}, 2 * minuteMs)

/** A picture, a document, and a claim with its certificate, all settled. */
async function fill({ world, proponent, buyer, visitor, tenant: { id: tenantId } }: TenantOfTest) {
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 100 })
  const projectKey = `${tenantId}:proponent:${projectId}`
  const picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
  await proponent.call(uploadImage, { form: formOf({ projectKey }, 'image', picture, 'banner.png') })
  const document = Buffer.from('name,value\nline\\n,"é\ttab"\n')
  const keyAndType = { projectKey, documentType: 'Other' }
  await proponent.call(uploadDocument, { form: formOf(keyAndType, 'document', document, 'facts.csv') })
  await transferred(tenant, { assetId, quantity: 60, toAccountId: 'buyer' })
  const { claimId, transactionId } = await buyer.call(createClaim, {
    body: {
      items: [{ assetId, quantity: 10 }],
      beneficiaryKind: 'organisation',
      beneficiary: 'A \\ backslash',
      note: 'One line,\nand another \\n',
      purpose: 'personal',
      isAuthorised: true,
    },
  })
  await world.settled(transactionId)
  await linkPending(world.sql)
  // The watermark of linked movements and the head of the public log follow.
  const isMarked = async () => {
    const [row] = await world.sql<{ isMarked: boolean }[]>`
      select last_value = (select sequence from linked_until)
        and (select max(size) from log_head where tenant_id = ${tenantId}) =
          (select count(*) from ledger_link where tenant_id = ${tenantId}) as "isMarked"
      from audit_event_sequence_seq`
    return row?.isMarked
  }
  await vi.waitUntil(isMarked, { timeout: 10_000 })
  expect((await visitor.fetch(`/certificates/${tenantId}/${claimId}.pdf`)).status).toBe(200)
}

function formOf(fields: Record<string, string>, name: string, bytes: Buffer, fileName: string): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append(name, new Blob([new Uint8Array(bytes)]), fileName)
  return form
}

async function anEmptyPlace() {
  const { url, sql } = await anEmptyDatabase()
  return { sql, settings: { ...settings, DATABASE_URL: url, DATA_DIR: await mkdtemp(join(scratch, 'data-')) } }
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .sort()
}

test(
  'what is restored has the same schema, rows and files, moves units on, and agrees with the chain',
  async () => {
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining(' 5 files,') })
    const place = await anEmptyPlace()
    const restored = await command('restore', place.settings, [folder])
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Ledger and chain agree, in 1 tenant.') })

    const { sql } = tenant.world
    // Excludes tables that the running settler changes.
    expect(await schemaOf(place.sql)).toEqual(await schemaOf(sql))
    const rows = async (from: typeof sql) => {
      const tables = await from<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'identity')
        and tablename not in ('migration', 'current_file', 'chain_block', 'reconciliation') order by 1`
      return Promise.all(
        tables.map(async ({ name }) => ({ name, rows: await from.unsafe(`select t::text from ${name} t order by 1`) })),
      )
    }
    expect(await rows(place.sql)).toEqual(await rows(sql))
    const storeOf = (dataDir: string) => join(dataDir, 'files')
    const files = await filesBelow(storeOf(settings.DATA_DIR ?? ''))
    // The files of a document, a certificate, and a picture in its widths.
    expect(files).toHaveLength(2 + pictureWidths.length)
    expect(await filesBelow(storeOf(place.settings.DATA_DIR))).toEqual(files)
    for (const file of files) {
      const bytes = (dataDir: string) => readFile(join(storeOf(dataDir), file))
      expect(await bytes(place.settings.DATA_DIR)).toEqual(await bytes(settings.DATA_DIR ?? ''))
    }
    const added = place.sql`insert into audit_event (tenant_id, actor, act, subject) values (${tenant.tenant.id}, 'a', 'b', 'c')`
    expect((await added).count).toBe(1)
  },
  minuteMs,
)

test('only its owner reads a backup', async () => {
  for (const file of await filesBelow(folder)) expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

describe('a backup that is not as it was written is refused', () => {
  /** Opens a damaged copy and returns the error. */
  async function afterHarm(harm: (copy: string) => Promise<void>): Promise<string> {
    const copy = join(await mkdtemp(join(scratch, 'harmed-')), 'backup')
    await cp(folder, copy, { recursive: true })
    await harm(copy)
    return openArchive(copy).then(() => 'intact', String)
  }

  test('not the one that nothing was done to', async () => {
    expect(await afterHarm(async () => {})).toBe('intact')
    expect(await command('restore', settings, [folder, '--check'])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/is whole: .*only BACKUP_KEY would show that/s),
    })
  })

  test(
    'for one flipped bit, in whatever file',
    async () => {
      for (const file of await filesBelow(folder)) {
        const output = await afterHarm(async (copy) => {
          const bytes = await readFile(join(copy, file))
          const at = randomInt(bytes.length)
          bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(8))
          await writeFile(join(copy, file), bytes)
        })
        expect(output, file).toContain('The backup is damaged')
      }
    },
    minuteMs,
  )

  test('by the command too, with code 1', async () => {
    const copy = join(scratch, 'harmed')
    await cp(folder, copy, { recursive: true })
    await truncate(join(copy, 'manifest.json'), 200)
    const place = await anEmptyPlace()
    expect(await command('restore', place.settings, [copy])).toMatchObject({
      code: 1,
      output: expect.stringContaining('The backup is damaged: manifest.json'),
    })
  })

  test.each([
    { what: 'a file is missing', harm: (copy: string) => rm(join(copy, 'tables/public.claim.zst')), says: 'claim.zst' },
    {
      what: 'a file is cut',
      harm: (copy: string) => truncate(join(copy, 'tables/public.entry.zst'), 20),
      says: 'entry.zst',
    },
    { what: 'it has no manifest', harm: (copy: string) => rm(join(copy, 'manifest.json')), says: 'no complete backup' },
  ])('when $what', async ({ harm, says }) => {
    expect(await afterHarm(harm)).toContain(says)
  })
})

test('a signed backup that was changed with its sums is refused by the key, and so is one without a signature', async () => {
  const key = 'a key of the operator, in a place of its own'
  const signed = join(scratch, 'signed')
  expect(await command('backup', { ...settings, BACKUP_KEY: key }, [signed])).toMatchObject({
    code: 0,
    output: expect.stringContaining('Signed with BACKUP_KEY'),
  })
  expect(await command('restore', { ...settings, BACKUP_KEY: key }, [signed, '--check'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('BACKUP_KEY has signed it'),
  })
  await expect(openArchive(signed, `${key}.`)).rejects.toThrow('not signed with this BACKUP_KEY')
  await expect(openArchive(folder, key)).rejects.toThrow('The backup is not signed')

  const path = join(signed, 'manifest.json')
  const changed = (await readFile(path, 'utf8')).replace(/"madeAt": "\d+/, '"madeAt": "1999')
  await writeFile(path, changed)
  await writeFile(`${path}.sha256`, `${createHash('sha256').update(changed).digest('hex')}  manifest.json\n`)
  expect((await openArchive(signed)).manifest.madeAt).toMatch(/^1999/)
  await expect(openArchive(signed, key)).rejects.toThrow('not signed with this BACKUP_KEY')
})

test('the chain of a backup is read before its rows, which then contain all movements of the chain', async () => {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  const chainFiles = async () => {
    await database.sql`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values ('late', 'L', 'U', 'U', 'UU')`
    return []
  }
  const files = await connectFiles('disk', await mkdtemp(join(scratch, 'files-')))
  const { tables } = await makeBackup({ sql: database.sql, files, chainFiles }, join(scratch, 'with-chain'))
  expect(tables.find(({ name }) => name === 'tenant')).toMatchObject({ rows: 1 })
})

test('nothing is restored into a database that is not empty', async () => {
  expect(await command('restore', settings, [folder])).toMatchObject({
    code: 1,
    output: expect.stringContaining('The database is not empty'),
  })
})

test('no backup takes the place of another', async () => {
  expect(await command('backup', settings, [folder])).toMatchObject({
    code: 1,
    output: expect.stringContaining('is there already'),
  })
})

test('a backup that was killed is not taken for one', async () => {
  const { sql } = await tenant.world
  const target = join(scratch, 'killed')
  await sql.begin(async (tx) => {
    await tx`lock table verification in access exclusive mode`
    const { child, ended } = begun('backup', settings, [target])
    await expect
      .poll(() => existsSync(join(`${target}.partial`, 'tables/public.account.zst')), { timeout: 20_000 })
      .toBe(true)
    child.kill('SIGKILL')
    await ended
  })
  expect(existsSync(target)).toBe(false)
  for (const path of [target, `${target}.partial`]) {
    expect(await command('restore', settings, [path])).toMatchObject({
      code: 1,
      output: expect.stringContaining('is no complete backup: it was interrupted'),
    })
  }
})

test(
  'a file that the store has lost is told, and everything else is kept',
  async () => {
    const copy = await mkdtemp(join(scratch, 'lost-'))
    await cp(settings.DATA_DIR ?? '', copy, { recursive: true })
    const [picture = ''] = (await filesBelow(join(copy, 'files'))).filter((file) =>
      /^images\/.*\/[0-9a-f]{32}\.webp$/.test(file),
    )
    await rm(join(copy, 'files', picture))
    const target = join(scratch, 'without-picture')
    expect(await command('backup', { ...settings, DATA_DIR: copy }, [target])).toMatchObject({
      code: 1,
      output: expect.stringContaining(`MISSING  the database names ${picture}`),
    })
    const place = await anEmptyPlace()
    expect(await command('restore', place.settings, [target])).toMatchObject({
      code: 0,
      output: expect.stringContaining(`MISSING  ${picture}`),
    })
  },
  minuteMs,
)

test(
  'a database user who is no superuser makes backups and restores them',
  async () => {
    const { databaseUrl } = inject('servers')
    const admin = await aDatabase()
    closeAfterwards(admin.drop)
    const owner = `owner_${newId().replaceAll('-', '')}`
    const named = (name: string) =>
      Object.assign(new URL(databaseUrl), { pathname: `/${name}`, username: owner, password: 'of-a-test' }).href
    await admin.sql.unsafe(`create role ${owner} login password 'of-a-test'`)
    await admin.sql.unsafe(`create database ${owner}_from owner ${owner}`)
    await admin.sql.unsafe(`create database ${owner}_to owner ${owner} template template0`)
    closeAfterwards(async () => {
      for (const name of ['from', 'to']) await admin.sql.unsafe(`drop database ${owner}_${name} with (force)`)
      await admin.sql.unsafe(`drop role ${owner}`)
    })
    const from = connectDatabase(named(`${owner}_from`), { max: 1 })
    await migrate(from)
    await from`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values ('one', 'One', 'U', 'U', 'UU')`
    await from`insert into app_user (tenant_id, username, email) values ('one', 'amina', 'a@example.org')`
    await from.end()

    const target = join(scratch, 'of-an-owner')
    const as = (name: string) => ({ ...settings, DATABASE_URL: named(name) })
    expect(await command('backup', as(`${owner}_from`), [target])).toMatchObject({ code: 0 })
    expect(await command('restore', as(`${owner}_to`), [target])).toMatchObject({
      code: 0,
      output: expect.stringContaining('The chain was told nothing yet'),
    })
    const to = connectDatabase(named(`${owner}_to`), { max: 1 })
    expect(await to`select username from app_user`).toMatchObject([{ username: 'amina' }])
    await to.end()
  },
  minuteMs,
)

test(
  'a backup from before a migration is restored and brought up to date',
  async () => {
    const later = '0006_notices.sql'
    const earlier = await mkdtemp(join(scratch, 'earlier-'))
    await cp(migrations, earlier, {
      recursive: true,
      filter: (path) => !/current|notices/.test(relative(migrations, path)),
    })
    const before = await anEmptyDatabase()
    await migrate(before.sql, earlier)
    await before.sql`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values ('one', 'One', 'U', 'U', 'UU')`
    await before.sql`insert into account (tenant_id, id, name, kind) values ('one', 'a', 'Amina', 'buyer')`
    const target = join(scratch, 'of-earlier')
    expect(await command('backup', { ...settings, DATABASE_URL: before.url }, [target])).toMatchObject({ code: 0 })
    expect((await openArchive(target)).manifest.migrations).not.toContain(later)

    const place = await anEmptyPlace()
    expect(await command('restore', place.settings, [target])).toMatchObject({
      code: 0,
      output: expect.stringContaining('The chain was told nothing yet'),
    })
    expect(await place.sql`select name from account where tenant_id = 'one'`).toMatchObject([{ name: 'Amina' }])
    expect(await schemaOf(place.sql)).toEqual(await schemaOf(tenant.world.sql))
  },
  minuteMs,
)

test('a backup of a version with a migration that this one has not is refused', async () => {
  const newer = await mkdtemp(join(scratch, 'newer-'))
  await cp(migrations, newer, { recursive: true })
  await writeFile(join(newer, '0008_seaweed.sql'), 'create table seaweed (id text primary key);')
  const after = await anEmptyDatabase()
  await migrate(after.sql, newer)
  const target = join(scratch, 'of-newer')
  await command('backup', { ...settings, DATABASE_URL: after.url }, [target])
  const place = await anEmptyPlace()
  expect(await command('restore', place.settings, [target])).toMatchObject({
    code: 1,
    output: expect.stringContaining('This version has not the migrations 0008_seaweed.sql.'),
  })
})

test(
  'while units move a backup has one moment of them, and what moved later is told from the chain',
  async () => {
    const ledger = await aSettledLedger({ confirmations: 1 })
    const { tenantId, mint, transfer } = await aLedgerTenant(ledger.sql)
    const { assetId } = await mint(10_000)
    const allConfirmed = async () => (await ledger.sql`select from settlement where state <> 'confirmed'`).length === 0
    await passUntil(ledger, allConfirmed)
    const { rpcUrl, operatorKey } = ledger.node()
    const its = { DATABASE_URL: ledger.databaseUrl, CHAIN_RPC_URL: rpcUrl, CHAIN_OPERATOR_KEY: operatorKey }
    const target = join(scratch, 'in-motion')

    const { ended } = begun('backup', { ...settings, ...its }, [target])
    let isDone = false
    void ended.then(() => {
      isDone = true
    })
    let moved = 0
    const mover = async () => {
      for (; !isDone || moved < 8; moved += 1) await transfer(assetId, 1)
    }
    await Promise.all([mover(), mover(), mover(), mover()])
    expect((await ended).code).toBe(0)

    const place = await anEmptyPlace()
    const restoreAgainst = (database: string) =>
      command('restore', { ...place.settings, ...its, DATABASE_URL: database }, [target])
    await passUntil(ledger, allConfirmed)
    const restored = await restoreAgainst(place.settings.DATABASE_URL)
    const [held] = await place.sql<{ units: bigint; transfers: bigint }[]>`
    select (select held from balance where tenant_id = ${tenantId} and account_id = 'buyer') as units,
      (select count(*) from transaction where tenant_id = ${tenantId} and type = 'transfer') as transfers`
    expect(held?.units ?? 0n).toBe(held?.transfers)
    expect(await place.sql`select * from ledger_faults(${tenantId})`).toEqual([])
    const later = moved - Number(held?.transfers)
    expect(later).toBeGreaterThan(0)
    expect(restored).toMatchObject({
      code: 1,
      output: expect.stringContaining(`THE CHAIN REMEMBERS ${later} MOVEMENTS THAT THE BACKUP HAS NOT`),
    })
  },
  2 * minuteMs,
)

test(
  'a backup is told from one of another chain',
  async () => {
    const ledger = await aSettledLedger({ confirmations: 1 })
    const { rpcUrl, operatorKey } = ledger.node()
    const place = await anEmptyPlace()
    const its = { CHAIN_RPC_URL: rpcUrl, CHAIN_OPERATOR_KEY: operatorKey }
    expect(await command('restore', { ...place.settings, ...its }, [folder])).toMatchObject({
      code: 1,
      output: expect.stringMatching(/THIS IS NOT THE CHAIN OF THE BACKUP|CHAIN WAS TOLD NOTHING/i),
    })
  },
  minuteMs,
)
