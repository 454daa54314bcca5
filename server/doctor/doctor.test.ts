import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { startChain } from '#embedded/chain.ts'
import { freePort } from '#embedded/free-port.ts'
import { type Chain, connectChain } from '#server/infra/chain/chain.ts'
import { type Config, readConfig } from '#server/infra/config.ts'
import { connectDatabase, newId } from '#server/infra/db/database.ts'
import { migrate } from '#server/infra/db/migrate.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { command } from '#tests/kit/command.ts'
import { anEmptyDatabase } from '#tests/kit/database.ts'
import { startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aFundedKey, aWorld, type World } from '#tests/kit/world.ts'
import { diagnose } from './doctor.ts'
import type { Diagnosis } from './finding.ts'

let tenant: TenantOfTest
let world: World

beforeAll(async () => {
  world = await aWorld()
  tenant = await aTenant({ world })
  await world.sql`insert into tenant_host (host, tenant_id) values (${`${tenant.tenant.id}.example.org`}, ${tenant.tenant.id})`
  const { transaction } = await anIssuedAsset(tenant, { quantity: 10 })
  await world.settled(transaction.transactionId)
})

const settings = (): Record<string, string> => ({
  PORT: String(world.config.PORT),
  PUBLIC_URL: world.config.PUBLIC_URL,
  DATA_DIR: world.config.DATA_DIR,
  DATABASE_URL: world.config.DATABASE_URL ?? '',
  CHAIN_RPC_URL: world.config.CHAIN_RPC_URL ?? '',
  CHAIN_OPERATOR_KEY: world.config.CHAIN_OPERATOR_KEY ?? '',
})

type Given = { changed?: Record<string, string>; chain?: Chain | null; sql?: World['sql'] }

/** Diagnoses the world with some parts replaced. */
async function diagnosis({ changed = {}, chain, sql = world.sql }: Given = {}): Promise<Diagnosis[]> {
  const config: Config = readConfig({ ...settings(), ...changed })
  const found: Diagnosis[] = []
  for await (const each of diagnose({ sql, config, chain: chain === undefined ? world.chain : chain })) found.push(each)
  return found
}

const isWrong = (subject: string, says: string) =>
  expect.arrayContaining([expect.objectContaining({ verdict: 'wrong', subject, says: expect.stringContaining(says) })])

test('a deployment that works has no findings, and no secret is printed', async () => {
  await world.mine()
  const { code, output } = await command('doctor', settings())
  expect(output).not.toContain('wrong ')
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('0 wrong, 0 warnings') })
  for (const secret of [new URL(settings().DATABASE_URL ?? '').password, settings().CHAIN_OPERATOR_KEY ?? '']) {
    expect(secret).not.toBe('')
    expect(output).not.toContain(secret)
  }
}, 60_000)

test('what is wrong ends with code 1, each line with what to do', async () => {
  const away = {
    ...settings(),
    DATABASE_URL: 'postgres://amina:a-secret@127.0.0.1:9/x',
    SMTP_URL: 'smtp://a:a-secret@127.0.0.1:9',
  }
  const { code, output } = await command('doctor', away)
  expect(code).toBe(1)
  expect(output).toMatch(/^wrong +database +connect ECONNREFUSED 127\.0\.0\.1:9\n +→ see that PostgreSQL runs/m)
  expect(output).toMatch(/^wrong +mail +connect ECONNREFUSED/m)
  expect(output).toMatch(/^ok +chain +block/m)
  expect(output).not.toContain('a-secret')
}, 60_000)

describe('the database', () => {
  test('that has no tables yet has migrations due', async () => {
    const { sql } = await anEmptyDatabase()
    expect(await diagnosis({ sql })).toEqual([
      {
        verdict: 'warning',
        subject: 'database',
        says: 'no registry has been started on it',
        todo: 'npm start makes one',
      },
    ])
  })

  test('that this version has yet to migrate is reported', async () => {
    const { sql } = await anEmptyDatabase()
    await migrate(sql)
    await sql`delete from migration where name = '0006_notices.sql'`
    expect(await diagnosis({ sql })).toContainEqual(
      expect.objectContaining({ verdict: 'warning', subject: 'migrations', says: expect.stringContaining('are due') }),
    )
  })

  test('that a newer version has migrated is reported', async () => {
    await world.sql`insert into migration (name) values ('9999_later.sql')`
    const found = await diagnosis()
    await world.sql`delete from migration where name = '9999_later.sql'`
    expect(found).toEqual(isWrong('migrations', '9999_later.sql'))
  })

  test('that takes no writes is reported', async () => {
    const sql = connectDatabase(world.config.DATABASE_URL ?? '', {
      max: 1,
      standing: { default_transaction_read_only: 'on', 'registry.scope': 'deployment' },
    })
    expect(await diagnosis({ sql })).toEqual(isWrong('database', 'takes no writes: it is a standby'))
    await sql.end()
  })

  test('whose user may not take the role on is reported', async () => {
    const owner = `owner_${newId().replaceAll('-', '')}`
    await world.sql.unsafe(`create role ${owner} login password 'of-a-test'`)
    const url = Object.assign(new URL(world.config.DATABASE_URL ?? ''), { username: owner, password: 'of-a-test' })
    const sql = connectDatabase(url.href, { max: 1 })
    expect(await diagnosis({ sql })).toContainEqual(
      expect.objectContaining({ verdict: 'warning', subject: 'database role' }),
    )
    await sql.end()
    await world.sql.unsafe(`drop role ${owner}`)
  })
})

describe('the chain', () => {
  test('that is stopped is reported', async () => {
    const rpcUrl = `http://127.0.0.1:${await freePort()}`
    const chain = connectChain({ rpcUrl, operatorKey: '0x1'.padEnd(66, '1') as `0x${string}`, confirmations: 1 })
    const found = await diagnosis({ chain })
    expect(found).toEqual(isWrong('chain', ''))
    expect(found).toEqual(isWrong('contract', ''))
  })

  test('that is another one is reported', async () => {
    const [row] = await world.sql<{ id: string }[]>`select id from chain_transaction limit 1`
    await world.sql`update chain_transaction set chain_id = 5 where id = ${row?.id ?? ''}`
    const found = await diagnosis()
    await world.sql`update chain_transaction set chain_id = 31337 where id = ${row?.id ?? ''}`
    expect(found).toEqual(isWrong('chain id', 'the database is settled on chain 5'))
  })

  test('whose operator has no coins and no role is reported', async () => {
    const { chainRpcUrl: rpcUrl } = inject('servers')
    const poor = connectChain({ rpcUrl, operatorKey: `0x${'2'.repeat(64)}`, confirmations: 1 })
    expect(await diagnosis({ chain: poor })).toEqual(isWrong('operator', 'has no coins'))
    const stranger = connectChain({ rpcUrl, operatorKey: await aFundedKey(rpcUrl), confirmations: 1 })
    expect(await diagnosis({ chain: stranger })).toEqual(isWrong('contract', "has not the operator's role"))
  })

  test('whose contract is about to be left is no fault', async () => {
    const [row] = await world.sql<{ contract: string }[]>`select contract from chain_transaction limit 1`
    await world.sql`
      insert into contract_move (chain_id, from_contract, requested_by, state) values (31337, ${row?.contract ?? ''}, 'x', 'returning')`
    const found = await diagnosis()
    await world.sql`delete from contract_move`
    expect(found).toContainEqual(
      expect.objectContaining({
        verdict: 'warning',
        subject: 'contract',
        says: expect.stringContaining('holdings move'),
      }),
    )
  })

  test('that has lost the contract is reported', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'doctor-chain-'))
    const node = await startChain({ dataDir, log: () => {} })
    const chain = connectChain({ ...node, confirmations: 1 })
    const found = await diagnosis({ chain })
    await node.stop()
    await rm(dataDir, { recursive: true })
    expect(found).toEqual(isWrong('contract', 'there is no contract at'))
  }, 60_000)
})

describe('sign-in', () => {
  async function aProvider(document: (origin: string) => object): Promise<string> {
    const server = createServer((_, response) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document(origin))),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closeAfterwards(async () => void server.close())
    const address = server.address()
    const origin = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
    return origin
  }

  test.each([
    {
      what: 'calls itself otherwise',
      document: () => ({ issuer: 'https://other.example', jwks_uri: 'https://other.example/k' }),
      says: 'it calls itself https://other.example',
    },
    { what: 'answers nonsense', document: () => ({}), says: 'no discovery document' },
    {
      what: 'has keys that cannot be read',
      document: (issuer: string) => ({ issuer, jwks_uri: 'http://127.0.0.1:9/keys' }),
      says: 'cannot be read',
    },
  ])('at a provider that $what is reported', async ({ document, says }) => {
    expect(await diagnosis({ changed: { OIDC_AUTHORITY: await aProvider(document) } })).toEqual(
      isWrong('sign-in', says),
    )
  })
})

describe('files', () => {
  test('in a bucket are written and read; a bucket that is not there is reported', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
    const directory = await mkdtemp(join(tmpdir(), 'doctor-s3-'))
    await mkdir(join(directory, 's3'))
    const s3 = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory: join(directory, 's3'),
      configureBuckets: [{ name: 'registry', configs: [] }],
    })
    const { port } = await s3.run()
    const at = (bucket: string) => ({
      STORAGE_URL: `s3://${bucket}?endpoint=http://127.0.0.1:${port}&region=eu-west-1`,
    })
    expect(await diagnosis({ changed: at('registry') })).toContainEqual(
      expect.objectContaining({ verdict: 'ok', subject: 'files' }),
    )
    expect(await diagnosis({ changed: at('nowhere') })).toEqual(isWrong('files', 's3://nowhere cannot be used'))
    await s3.close()
    vi.unstubAllEnvs()
    await rm(directory, { recursive: true })
  })

  test('that others may read are reported when they are secret', async () => {
    const key = join(world.config.DATA_DIR, 'chain')
    await mkdir(key)
    await chmod(key, 0o755)
    const found = await diagnosis()
    await rm(key, { recursive: true })
    expect(found).toEqual(isWrong('data folder', 'others may read'))
  })
})

test('a mail server that answers is reported, and one that does not', async () => {
  const box = await startPostBox()
  const changed = { SMTP_URL: box.url }
  expect(await diagnosis({ changed })).toContainEqual(expect.objectContaining({ verdict: 'ok', subject: 'mail' }))
  await box.stop()
  expect(await diagnosis({ changed })).toEqual(isWrong('mail', 'ECONNREFUSED'))
})

test('an address at which another server answers is reported', async () => {
  const changed = { PUBLIC_URL: inject('servers').chainRpcUrl }
  expect(await diagnosis({ changed })).toEqual(isWrong('site', 'is not answered by a registry'))
})

describe('the registry', () => {
  test('with a tenant without a host name', async () => {
    await world.sql`delete from tenant_host`
    expect(await diagnosis()).toContainEqual(
      expect.objectContaining({ verdict: 'warning', says: `${tenant.tenant.id} has no host name, so it has no site` }),
    )
  })

  test('with a parked movement, a ledger that contradicts itself, and a chain that disagrees', async () => {
    const id = tenant.tenant.id
    await world.sql`update settlement set state = 'parked', reason = 'paused', chain_transaction_id = null, first_item = null, items = null`
    await world.sql`update balance set held = held + 1 where tenant_id = ${id}`
    await world.sql`update unit_sum set issued = issued + 1 where tenant_id = ${id} and dimension = 'month'`
    await world.sql`
      insert into reconciliation (tenant_id, at, chain_id, block_number, assets, balances, agreed)
      values (${id}, now() + interval '1 hour', 1, 1, 1, 1, false)`
    const found = await diagnosis()
    expect(found).toEqual(isWrong('settlement', `1 movements of ${id} are parked, the first of them`))
    expect(found).toEqual(isWrong('kept sums', `${id}: month `))
    expect(found).toEqual(isWrong('settlement', 'ledger and chain disagree in 1 tenants'))
    expect(found).toEqual(isWrong('ledger', `${id}: `))
  })
})
