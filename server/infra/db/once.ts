import { AsyncLocalStorage } from 'node:async_hooks'
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { Written } from '#server/infra/written.ts'
import type { Sql } from './query.ts'

export type KeyedCall = {
  tenantId: string
  caller: string
  key: string
  /** Its name in the contract. */
  call: string
  /** SHA-256; null until an upload's file arrives. */
  requestHash: Uint8Array | null
  /** Committed with the effect; null until then. */
  storedAnswer: string | null
}

/** The key's answer, or its movement of units. */
export type StoredResult = { call: string; requestHash: Buffer; answer: string } | Moved
type Moved = { movement: string; transactionId: string; claimId: string | null; claimNumber: number | null }

const underWay = new AsyncLocalStorage<KeyedCall>()
/** Transactions of the caller, with the answer if it is not the transaction's result. */
const acted = new WeakMap<Sql, { answer?: unknown }>()

/** The transaction in which the caller acts stores the answer. */
export function underKey<Result>(call: KeyedCall, work: () => Promise<Result>): Promise<Result> {
  return underWay.run(call, work)
}

export function keyedCall(): KeyedCall | undefined {
  return underWay.getStore()
}

/** Makes the transaction store the answer if `who` is the keyed call's caller. */
export function actsIn(tx: Sql, who: string | null): void {
  if (underWay.getStore()?.caller === who && !acted.has(tx)) acted.set(tx, {})
}

/** For a transaction with another result. */
export function willAnswer(tx: Sql, answer: unknown): void {
  acted.set(tx, { answer })
}

/** Null for a transaction without effect. */
export function answerBy(tx: Sql, result: unknown): string | null {
  const act = acted.get(tx)
  if (!act) return null
  const content = 'answer' in act ? act.answer : result
  return content instanceof Written ? content.json : JSON.stringify(content)
}

/** SQL, sent with `commit`, that stores the answer. */
export function storingAnswer(call: KeyedCall, answer: string): string {
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

/** The outcome of an earlier call with the key, or null. One statement, which sets the tenant. */
export async function storedResultOf(
  sql: Sql,
  { tenantId, caller, key }: Pick<KeyedCall, 'tenantId' | 'caller' | 'key'>,
): Promise<StoredResult | null> {
  const [row] = await sql<Row[]>`
    select what_became(${tenantId}, ${caller}, ${key}) as became
    from (select set_config('registry.tenant', ${tenantId}, true)) wall`
  const result = row?.became ?? null
  if (result === null || 'movement' in result) return result
  const { call, requestHash, answer } = result
  return { call, requestHash: Buffer.from(requestHash, 'base64'), answer: opened(Buffer.from(answer, 'base64'), key) }
}

/** Allows a repetition after a failure outside the database. Needs a transaction of the tenant. */
export async function forgetAnswer(tx: Sql, { tenantId, caller, key }: KeyedCall): Promise<void> {
  await tx`
    delete from answered_request
    where tenant_id = ${tenantId} and caller = ${caller} and key_hash = ${hash('sha256', key, 'buffer')}`
}

const retentionDays = 7

/** For all tenants, after a week. */
export async function forgetOldAnswers(sql: Sql): Promise<void> {
  await sql`delete from answered_request where made_at < now() - ${retentionDays} * interval '1 day'`
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Answers may hold secrets such as invitation links; only the key decrypts them. */
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
