import { AsyncLocalStorage } from 'node:async_hooks'
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { Written } from '#server/infra/written.ts'
import type { Sql } from './query.ts'

/** A call that somebody makes under an Idempotency-Key. */
export type KeyedCall = {
  tenantId: string
  caller: string
  key: string
  /** The name of the call in the contract. */
  call: string
  /** SHA-256 of what is asked; null until the file of an upload has come. */
  requestHash: Uint8Array | null
  /** The answer that is committed with the effect; null before. */
  kept: string | null
}

/** What became of the calls under a key: one was answered, or units moved. */
export type Became = { call: string; requestHash: Buffer; answer: string } | Moved
type Moved = { movement: string; transactionId: string; claimId: string | null; claimNumber: number | null }

const underWay = new AsyncLocalStorage<KeyedCall>()
/** The transactions in which the caller of the keyed call has acted, and what the call answers where that is not their result. */
const acted = new WeakMap<Sql, { answer?: unknown }>()

/** Runs the work of a call under a key: the transaction in which its caller acts also keeps the answer. */
export function underKey<Result>(call: KeyedCall, work: () => Promise<Result>): Promise<Result> {
  return underWay.run(call, work)
}

export function keyedCall(): KeyedCall | undefined {
  return underWay.getStore()
}

/** Says that somebody acts in a transaction, which makes it the one that keeps the answer of a call under their key. */
export function actsIn(tx: Sql, who: string | null): void {
  if (underWay.getStore()?.caller === who && !acted.has(tx)) acted.set(tx, {})
}

/** Says what the call answers, for a transaction that returns something else. */
export function willAnswer(tx: Sql, answer: unknown): void {
  acted.set(tx, { answer })
}

/** What a call answers by its transaction; null for a transaction without an effect. */
export function answerBy(tx: Sql, result: unknown): string | null {
  const act = acted.get(tx)
  if (!act) return null
  const said = 'answer' in act ? act.answer : result
  return said instanceof Written ? said.json : JSON.stringify(said)
}

/** The statement, sent with `commit`, that keeps the answer beside the effect. */
export function keeping(call: KeyedCall, answer: string): string {
  if (call.requestHash === null) throw new Error(`${call.call} acts before it has read what is asked`)
  const { escapeLiteral } = pg
  const bytes = (value: Uint8Array) => escapeLiteral(`\\x${Buffer.from(value).toString('hex')}`)
  return `insert into answered_request (tenant_id, caller, key_hash, call, request_hash, answer) values (${[
    escapeLiteral(call.tenantId),
    escapeLiteral(call.caller),
    bytes(hash('sha256', call.key, 'buffer')),
    escapeLiteral(call.call),
    bytes(call.requestHash),
    bytes(sealed(answer, call.key)),
  ].join(', ')}); `
}

type Row = { became: { call: string; requestHash: string; answer: string } | Moved | null }

/** Asks what became of the calls under somebody's key; null while nothing did. One statement, which names the tenant itself. */
export async function whatBecame(
  sql: Sql,
  { tenantId, caller, key }: Pick<KeyedCall, 'tenantId' | 'caller' | 'key'>,
): Promise<Became | null> {
  const [row] = await sql<Row[]>`
    select what_became(${tenantId}, ${caller}, ${key}) as became
    from (select set_config('registry.tenant', ${tenantId}, true)) wall`
  const became = row?.became ?? null
  if (became === null || 'movement' in became) return became
  const { call, requestHash, answer } = became
  return { call, requestHash: Buffer.from(requestHash, 'base64'), answer: opened(Buffer.from(answer, 'base64'), key) }
}

/** Forgets an answer, so that a call whose work beside the database failed can be repeated. Runs in a transaction of the tenant. */
export async function forgetAnswer(tx: Sql, { tenantId, caller, key }: KeyedCall): Promise<void> {
  await tx`
    delete from answered_request
    where tenant_id = ${tenantId} and caller = ${caller} and key_hash = ${hash('sha256', key, 'buffer')}`
}

const keptDays = 7

/** Forgets the answers of all tenants that are older than a week. */
export async function forgetOldAnswers(sql: Sql): Promise<void> {
  await sql`delete from answered_request where made_at < now() - ${keptDays} * interval '1 day'`
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** An answer may hold what only its caller should read, such as the link of an invitation: without the key nobody does. */
function sealed(answer: string, key: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const closing = createCipheriv(cipher, secretOf(key), nonce)
  const body = Buffer.concat([closing.update(answer, 'utf8'), closing.final()])
  return Buffer.concat([nonce, closing.getAuthTag(), body])
}

function opened(answer: Buffer, key: string): string {
  const opening = createDecipheriv(cipher, secretOf(key), answer.subarray(0, nonceBytes))
  opening.setAuthTag(answer.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([opening.update(answer.subarray(nonceBytes + tagBytes)), opening.final()]).toString('utf8')
}

function secretOf(key: string): Buffer {
  return hash('sha256', `answer under ${key}`, 'buffer')
}
