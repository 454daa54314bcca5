import { insertPerson } from '#server/identity/passwords/persons.ts'
import { startIdentity } from '#server/identity/start.ts'
import { readConfig } from '#server/infra/config.ts'
import { newId } from '#server/infra/db/database.ts'
import type { BenchDatabase, Measure } from './bench.ts'
import { startChild } from './child.ts'
import { median } from './lines.ts'
import { movementData, type Stock } from './movement-data.ts'
import { clientsOf, roundSeconds, sideOf } from './movements.ts'
import { lineOf, paired } from './paired.ts'
import { loadBy } from './wrk.ts'

const connections = 32
/** Sequential transfers observed until settled. */
const followed = 15
const assetCount = 20
/** More than is moved. */
const held = 1_000_000
const path = '/api/wallet/transfer'

/**
 * Transfers over HTTP, each with a token and a key, against the bare SQL function with as many connections. First the
 * time until a single transfer is settled.
 */
export const transfers: Measure = {
  name: 'transfers',
  run: (bench) =>
    bench.inDatabase(async (database) => {
      const stock = await issued(database, await movementData(database, bench.rows))
      const settings = { DATABASE_URL: database.url, TENANT_ID: database.tenantId, DATA_DIR: bench.folder }
      await addOwners(database, stock)
      const registry = await startChild('registry-process.ts', settings)
      const bare = await clientsOf(database.url, connections, 'registry_app')
      try {
        const tokens = await tokensFor(database, stock, { ...settings, PUBLIC_URL: registry.url })
        await allSettled(database)
        console.log(await timeToSettled(registry.url, tokens, stock))
        let round = 0
        const load = { url: registry.url, headers: {}, connections, seconds: roundSeconds }
        const found = await paired(bench.postgresPid, {
          ours: {
            name: 'over HTTP',
            pid: registry.pid,
            round: () => loadBy(bench.folder, luaOf(tokens, stock, round++), load),
          },
          limit: { ...sideOf('transfer', bare, database, stock, false), name: 'ledger_transfer' },
        })
        return [lineOf(`transfer over HTTP, ${connections} connections, spread accounts`, { atLeast: 0.5 }, found)]
      } finally {
        await Promise.all(bare.map((client) => client.end()))
        await registry.stop()
      }
    }),
}

/** Mints assets whose movements can settle, unlike those of `movementData`. */
async function issued({ sql, tenantId }: BenchDatabase, { accounts }: Stock): Promise<Stock> {
  const owners = accounts.slice(0, connections)
  const assets = Array.from({ length: assetCount }, (_, at) => `moved-${at}`)
  await sql.begin(async (tx) => {
    await tx`
      insert into asset (tenant_id, id, project_id, vintage, batch, country, verified_quantity, issued)
      select ${tenantId}, id, 'project-1', '[2024-01-01,2025-01-01)', 1000000 + n, 'KE', ${connections * held}, ${connections * held}
      from unnest(${assets}::text[]) with ordinality a (id, n)`
    await tx`
      create temporary table issue on commit drop as
      select s.id as asset, s.series, a.id as account, 'issue-' || s.id || '-' || n as transaction,
        int8range(1 + ${held}::bigint * (n - 1), 1 + ${held}::bigint * n) as serials
      from asset s cross join unnest(${owners}::text[]) with ordinality a (id, n) where s.id = any (${assets})`
    await tx`
      insert into transaction (tenant_id, id, type, project_id, to_account, quantity, actor)
      select ${tenantId}, transaction, 'mint', 'project-1', account, ${held}, 'bench' from issue`
    await tx`
      insert into entry (tenant_id, transaction_id, ordinal, asset_id, serials, to_account, to_state)
      select ${tenantId}, transaction, 1, asset, serials, account, 'held' from issue`
    await tx`
      insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
      select ${tenantId}, asset, series, serials, account, 'held', transaction from issue`
    await tx`
      insert into balance (tenant_id, account_id, asset_id, held) select ${tenantId}, account, asset, ${held} from issue`
  })
  await sql.unsafe('vacuum analyze asset, transaction, entry, block, balance')
  return { accounts: owners, assets }
}

async function allSettled({ sql }: BenchDatabase): Promise<void> {
  const isOpen = async () =>
    (
      await sql`
        select from transaction t left join settlement s on s.tenant_id = t.tenant_id and s.transaction_id = t.id
        where t.id like 'issue-%' and s.state is distinct from 'confirmed' limit 1`
    ).length > 0
  while (await isOpen()) await new Promise((resolve) => setTimeout(resolve, 100))
}

const ownerOf = (account: string) => `owner-of-${account}`

async function addOwners({ sql, tenantId }: BenchDatabase, { accounts }: Stock): Promise<void> {
  for (const account of accounts) {
    const person = {
      id: ownerOf(account),
      tenantId,
      email: `${account}@registry.test`,
      groups: [`${tenantId}|${account}|General`],
      status: 'active' as const,
      firstName: 'An',
      lastName: 'Owner',
      language: 'en' as const,
    }
    await insertPerson(sql, person, '$argon2id$nobody')
  }
}

/** Signed with the registry's keys. */
async function tokensFor(
  { sql }: BenchDatabase,
  { accounts }: Stock,
  settings: Record<string, string>,
): Promise<string[]> {
  const log = { info() {}, warn: console.warn, error: console.error }
  const identity = await startIdentity({ sql, config: readConfig(settings), log, mail: null })
  try {
    return await Promise.all(accounts.map((account) => identity.issueToken(ownerOf(account))))
  } finally {
    await identity.stop()
  }
}

/** A wrk script: owners in turn transfer units under new keys. */
function luaOf(tokens: readonly string[], { accounts, assets }: Stock, round: number): string {
  const listOf = (texts: readonly string[]) => `{${texts.map((text) => JSON.stringify(text)).join(', ')}}`
  return [
    `local tokens, accounts, assets = ${listOf(tokens)}, ${listOf(accounts)}, ${listOf(assets)}`,
    `math.randomseed(${round + 1})`,
    'local asked = 0',
    'request = function()',
    '  asked = asked + 1',
    '  local from = asked % #accounts',
    '  local to = (from + math.random(#accounts - 1)) % #accounts',
    '  local body = string.format(\'{"toAccountId":"%s","items":[{"assetId":"%s","quantity":%d}]}\',',
    '    accounts[to + 1], assets[math.random(#assets)], math.random(9))',
    '  local headers = { ["content-type"] = "application/json", authorization = "Bearer " .. tokens[from + 1],',
    `    ["idempotency-key"] = "${round}-" .. asked }`,
    `  return wrk.format("POST", "${path}", headers, body)`,
    'end',
  ].join('\n')
}

/** Median times of transfers without other load. */
async function timeToSettled(url: string, tokens: readonly string[], stock: Stock): Promise<string> {
  const all: Times[] = []
  for (let at = 0; at < followed; at += 1) all.push(await followOne(url, tokens[at % tokens.length]!, stock))
  const at = (moment: keyof Times) => `${median(all.map((times) => times[moment])).toFixed(0)} ms`
  return `From act to settled, the median of ${followed} transfers: answered after ${at('answered')}, in a batch for the chain after ${at('taken')}, sent after ${at('sent')}, confirmed after ${at('confirmed')}.`
}

/** Milliseconds since the call until response, batch for the chain, submission and confirmation. */
type Times = { answered: number; taken: number; sent: number; confirmed: number }

async function followOne(url: string, token: string, { accounts, assets }: Stock): Promise<Times> {
  const startedAt = performance.now()
  const since = () => performance.now() - startedAt
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': newId() },
    body: JSON.stringify({ toAccountId: accounts.at(-1), items: [{ assetId: assets[0], quantity: 1 }] }),
  })
  if (response.status !== 201) throw new Error(`A transfer was answered with ${response.status}.`)
  const { transactionId } = (await response.json()) as { transactionId: string }
  const times: Times = { answered: since(), taken: Number.NaN, sent: Number.NaN, confirmed: Number.NaN }
  const events = await fetch(`${url}/api/records/${transactionId}/events`)
  for await (const text of events.body!.pipeThrough(new TextDecoderStream())) {
    if (Number.isNaN(times.taken) && text.includes('"submitted"')) times.taken = since()
    if (Number.isNaN(times.sent) && text.includes('"transactionHash":"')) times.sent = since()
    if (text.includes('"confirmed"')) times.confirmed = since()
  }
  if (Number.isNaN(times.confirmed)) throw new Error(`The transfer ${transactionId} was not settled.`)
  return times
}
