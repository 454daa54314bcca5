import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedChain, startChain } from '#embedded/chain.ts'
import { type Chain, connectChain } from '#server/infra/chain/chain.ts'
import { changesOn, type Worker } from '#server/infra/db/changes.ts'
import { type Database, newId } from '#server/infra/db/database.ts'
import { claimHash } from '#server/units/claims/claim-words.ts'
import { startLinking } from '#server/units/ledger/linker.ts'
import { burn, claim, type MintItem, type Moved, mint, transfer, type Waiting } from '#server/units/ledger/movements.ts'
import { contractOf } from '#server/units/settlement/chain-transactions.store.ts'
import type { SettlerDeps } from '#server/units/settlement/pass.ts'
import { tenantsWithAssets } from '#server/units/settlement/reconcile.store.ts'
import { compareTenant, concludeComparison } from '#server/units/settlement/reconcile.ts'
import { type Pace, type Settlement, startSettlement } from '#server/units/settlement/settlement.ts'
import { settleOnce } from '#server/units/settlement/settler.ts'
import { callChain } from './chain-rpc.ts'
import { closeAfterwards } from './closing.ts'
import { aDatabase } from './database.ts'

/** A ledger with its own chain, for tests that damage the chain or the settler. */
export type SettledLedger = {
  sql: Database
  databaseUrl: string
  deps: SettlerDeps
  logged: string[]
  node: () => EmbeddedChain
  /** Starts a settler, by default faster than usual; stopped at the end. */
  settler(pace?: Partial<Pace>): Settlement
  rpc(method: string, ...params: unknown[]): Promise<unknown>
  /** `meanwhile` may change the node's folder. */
  restartNode(meanwhile?: (folder: string) => Promise<void>): Promise<void>
}

export type LedgerTenant = Awaited<ReturnType<typeof aLedgerTenant>>

export type LedgerOptions = {
  confirmations?: number
  blockTimeMs?: number
  /** Returns the address at which the settler finds the node, such as a proxy's. */
  through?: (rpcUrl: string) => Promise<string>
}

/** By default a transaction is final after three blocks, so that tests can lose it earlier. */
export async function aSettledLedger({
  confirmations = 3,
  blockTimeMs = 50,
  through = async (rpcUrl) => rpcUrl,
}: LedgerOptions = {}): Promise<SettledLedger> {
  const dataDir = await mkdtemp(join(tmpdir(), 'registry-chain-'))
  const database = await aDatabase()
  const start = () => startChain({ dataDir, log: () => {}, blockTimeMs })
  let node = await start()
  const logged: string[] = []
  const record = (facts: object, message: string) => void logged.push(`${message} ${wordsOf(facts)}`)
  const connect = async (): Promise<Chain> =>
    connectChain({ rpcUrl: await through(node.rpcUrl), operatorKey: node.operatorKey, confirmations })
  const deps: SettlerDeps = {
    sql: database.sql,
    chain: await connect(),
    log: { info: record, warn: record, error: record },
    now: () => new Date(),
    config: { PUBLIC_URL: 'https://registry.test' },
  }
  const settlers: Settlement[] = []
  let linking: Promise<Worker> | undefined
  closeAfterwards(async () => {
    await Promise.all(settlers.map((settler) => settler.stop()))
    await linking?.then((linker) => linker.stop())
    await node.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    sql: database.sql,
    databaseUrl: database.url,
    deps,
    logged,
    node: () => node,
    settler(pace = { busyMs: 50, idleMs: 1_000 }) {
      const settler = startSettlement(deps, pace)
      linking ??= changesOn(deps.sql, 'settlement').then((recorded) => startLinking(deps.sql, recorded, deps.log))
      settlers.push(settler)
      return settler
    },
    rpc: (method, ...params) => callChain(node.rpcUrl, method, params),
    async restartNode(meanwhile) {
      await node.stop()
      await meanwhile?.(join(dataDir, 'chain'))
      node = await start()
      deps.chain = await connect()
    },
  }
}

/** A tenant with active accounts `maker` and `buyer`. */
export async function aLedgerTenant(sql: Database) {
  const tenantId = `t-${newId()}`
  await sql`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix)
    values (${tenantId}, 'Test', 'Unit', 'Units', 'TEST')`
  for (const [id, kind] of [
    ['maker', 'proponent'],
    ['buyer', 'buyer'],
  ] as const) {
    await sql`insert into account (tenant_id, id, name, kind, status, receives_without_people)
      values (${tenantId}, ${id}, ${id}, ${kind}, 'active', true)`
  }
  const context = {
    actor: {
      userId: 'tester',
      tenantId,
      accountIds: ['maker'],
      adminOf: [],
      isTenantAdmin: false,
      address: '127.0.0.1',
      requestId: 'test',
    },
  }
  const order = () => ({ ...context, idempotency: { key: null, requestHash: Buffer.alloc(32) } })
  let projects = 0
  return {
    tenantId,
    async mint(quantity: number) {
      projects += 1
      const verificationId = await aVerification(sql, tenantId, projects, quantity)
      const { transactionId } = await moved(mint(sql, order(), { tenantId, items: [{ verificationId, quantity }] }))
      const [asset] = await sql<{ id: string }[]>`
        select id from asset where tenant_id = ${tenantId} and verification_id = ${verificationId}`
      if (!asset) throw new Error('The mint made no asset.')
      return { transactionId, assetId: asset.id }
    },
    /** A verified quantity of a new project, ready to mint. */
    verified: (quantity: number) => aVerification(sql, tenantId, ++projects, quantity),
    /** The same for a period over several years; `byYear` null: nobody stated the split. */
    verifiedByYear: (period: string, quantity: number, byYear: readonly number[] | null) =>
      aVerification(sql, tenantId, ++projects, quantity, { period, byYear }),
    mintOf: (items: readonly MintItem[]) => moved(mint(sql, order(), { tenantId, items })),
    transfer: (assetId: string, quantity: number) =>
      moved(transfer(sql, order(), { from: 'maker', to: 'buyer', items: [{ assetId, quantity }], reason: null })),
    giveBack: (assetId: string, quantity: number) =>
      moved(transfer(sql, order(), { from: 'buyer', to: 'maker', items: [{ assetId, quantity }], reason: null })),
    burn: (assetId: string, quantity: number, from = 'maker') =>
      moved(burn(sql, order(), { from, items: [{ assetId, quantity }], reason: 'a correction' })),
    /** One movement, as an import writes it, with a unit of each of many assets. */
    async mintMany(assets: number) {
      const transactionId = newId()
      await aVerification(sql, tenantId, ++projects, assets)
      await sql`insert into asset (tenant_id, id, project_id, vintage, batch, country, verified_quantity, issued)
        select ${tenantId}, ${transactionId} || '-' || n, p.id, '[2024-01-01,2025-01-01)', n, 'KE', 1, 1
        from project p, generate_series(1, ${assets}::int) n where p.tenant_id = ${tenantId} and p.number = ${projects}`
      await sql`insert into transaction (tenant_id, id, type, to_account, quantity, actor)
        values (${tenantId}, ${transactionId}, 'mint', 'maker', ${assets}, 'tester')`
      await sql`insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, to_account, to_state)
        select ${tenantId}, ${transactionId}, n, ${transactionId} || '-' || n, '[1,2)', 'maker', 'held'
        from generate_series(1, ${assets}::int) n`
      await sql`insert into settlement (tenant_id, transaction_id, sequence)
        select tenant_id, id, sequence from transaction where tenant_id = ${tenantId} and id = ${transactionId}`
      return { transactionId }
    },
    claim(
      assetId: string,
      quantity: number,
      { from = 'buyer', documentHash }: { from?: string; documentHash?: Buffer } = {},
    ) {
      const [items, wording] = [[{ assetId, quantity }], aWording()]
      const hash = documentHash ?? claimHash(tenantId, from, wording, items)
      return moved(claim(sql, order(), { from, items, documentHash: hash, wording }))
    },
  }
}

export class ActWaits extends Error {
  readonly pendingId: string

  constructor(pendingId: string) {
    super('The act waits.')
    this.pendingId = pendingId
  }
}

/** Throws {@link ActWaits} for an act that waits. */
export async function moved<Done extends Moved>(doing: Promise<Done | Waiting>): Promise<Done> {
  const done = await doing
  if ('pendingId' in done) throw new ActWaits(done.pendingId)
  return done
}

async function aVerification(
  sql: Database,
  tenantId: string,
  number: number,
  quantity: number,
  { period, byYear }: { period: string; byYear: readonly number[] | null } = {
    period: '[2024-01-01,2025-01-01)',
    byYear: null,
  },
): Promise<string> {
  const [projectId, measurementId, verificationId] = [newId(), newId(), newId()]
  await sql`insert into project (tenant_id, id, account_id, number, name, status, country)
    values (${tenantId}, ${projectId}, 'maker', ${number}, 'Mangroves', 'active', 'KE')`
  await sql`insert into measurement (tenant_id, id, project_id, account_id, period, quantity, by_year, status, submitted_by,
      submitted_account_id, submitted_at)
    values (${tenantId}, ${measurementId}, ${projectId}, 'maker', ${period}, ${quantity}, ${byYear}, 'accepted', 'tester',
      'maker', now())`
  await sql`insert into verification (tenant_id, id, measurement_id, project_id, account_id, quantity, by_year, status)
    values (${tenantId}, ${verificationId}, ${measurementId}, ${projectId}, 'maker', ${quantity}, ${byYear}, 'verified')`
  return verificationId
}

const aWording = () => ({
  id: newId(),
  beneficiary_kind: 'organisation' as const,
  beneficiary_name: 'The sea',
  beneficiary_country: null,
  purpose: 'voluntary',
  purpose_detail: '',
  period: null,
  country_of_consumption: null,
  note: '',
  note_is_public: false,
  notify_email: null,
  notify_language: null,
  own_reference: null,
  private_salt: null,
  verify_code: newId(),
})

/** No block comes by itself: tests mine. */
export const onDemand = 3_600_000

/** Alternates settler passes and blocks until `holds`; fails after 60 turns with the log. */
export async function passUntil({ deps, rpc, logged }: SettledLedger, holds: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) {
    await settleOnce(deps)
    if (await holds()) return
    await rpc('evm_mine')
  }
  throw new Error(['It did not come to that.', ...logged.slice(-10)].join('\n'))
}

/** Compares all ledgers with the chain after a pass and stores the results. */
export async function reconciled({ deps, sql }: SettledLedger): Promise<void> {
  const moment = await settleOnce(deps)
  const contract = await contractOf(sql, moment.chainId)
  if (!contract) throw new Error('There is no contract.')
  for (const tenantId of await tenantsWithAssets(sql)) {
    const compared = await compareTenant(deps, moment, contract, tenantId)
    if (compared) await concludeComparison(deps, moment, compared)
  }
}

/** Checks at each notification of settlement; fails after 20 s with the log. */
export async function until({ sql, logged }: SettledLedger, holds: () => Promise<boolean>): Promise<void> {
  const changed = Promise.withResolvers<void>()
  const look = async () => {
    if (await holds()) changed.resolve()
  }
  const unlisten = await sql.listen(
    'settlement_changed',
    () => void look().catch(changed.reject),
    () => void look().catch(changed.reject),
  )
  const late = setTimeout(
    () => changed.reject(new Error(['It did not come to that.', ...logged.slice(-10)].join('\n'))),
    20_000,
  )
  await changed.promise.finally(async () => {
    clearTimeout(late)
    await unlisten()
  })
}

function wordsOf(facts: object): string {
  return JSON.stringify(facts, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value instanceof Error ? value.message : value,
  )
}
