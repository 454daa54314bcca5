import { randomBytes } from 'node:crypto'
import { base32 } from '@scure/base'
import { inserted, type Sql } from '#server/infra/db/database.ts'
import { hashOfToken } from '#server/infra/link-token.ts'
import { stepOf } from './one-time-codes.ts'

type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

/** `hasAny`: a sign-in asks for one. */
export type Factors = { hasAny: boolean; appSince: Date | null; passkeys: Passkey[]; recoveryCodes: number }

const recoveryCodeCount = 10
/** 120 bits, so that a plain hash is enough (NIST SP 800-63B, 3.1.2.2). */
const recoveryCodeBytes = 15

export async function factorsOf(sql: Sql, personId: string): Promise<Factors> {
  const [facts] = await sql<{ appSince: Date | null; recoveryCodes: number }[]>`
    select
      (select created_at from identity.authenticator where person_id = ${personId}) as "appSince",
      (select count(*)::int from identity.recovery_code where person_id = ${personId}) as "recoveryCodes"`
  const passkeys = await sql<Passkey[]>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt" from identity.passkey
    where person_id = ${personId} order by created_at, id`
  const { appSince = null, recoveryCodes = 0 } = facts ?? {}
  return { hasAny: appSince !== null || passkeys.length > 0, appSince, passkeys, recoveryCodes }
}

/** Adds an app if `typed` is its present code. Returns false for a wrong code, or if there is an app. */
export async function addApp(sql: Sql, personId: string, secret: Buffer, typed: string): Promise<boolean> {
  const step = stepOf(secret, typed, new Date())
  if (step === null) return false
  const added = await sql`
    insert into identity.authenticator (person_id, secret, last_step) values (${personId}, ${secret}, ${step})
    on conflict do nothing`
  return added.count === 1
}

/** Accepts each step once, also of concurrent calls. */
export async function isCodeOf(sql: Sql, personId: string, typed: string): Promise<boolean> {
  const [app] = await sql<{ secret: Buffer }[]>`select secret from identity.authenticator where person_id = ${personId}`
  const step = app ? stepOf(app.secret, typed, new Date()) : null
  if (step === null) return false
  const taken = await sql`
    update identity.authenticator set last_step = ${step} where person_id = ${personId} and last_step < ${step}`
  return taken.count === 1
}

/** Returns the codes, of which only hashes are stored, and voids earlier ones. */
export async function newRecoveryCodes(tx: Sql, personId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  const rows = codes.map((code) => ({ person_id: personId, code_hash: hashOfToken(plain(code)) }))
  await tx`delete from identity.recovery_code where person_id = ${personId}`
  await tx`insert into identity.recovery_code ${inserted(rows)}`
  return codes
}

/** Uses the code up. */
export async function takeRecoveryCode(sql: Sql, personId: string, typed: string): Promise<boolean> {
  const taken = await sql`
    delete from identity.recovery_code where person_id = ${personId} and code_hash = ${hashOfToken(plain(typed))}`
  return taken.count === 1
}

/** Removes the app or a passkey, and the recovery codes with the last factor. Returns false if there is none. */
export async function removeFactor(tx: Sql, personId: string, factor: { passkey: string } | 'app'): Promise<boolean> {
  const removed =
    factor === 'app'
      ? await tx`delete from identity.authenticator where person_id = ${personId}`
      : await tx`delete from identity.passkey where person_id = ${personId} and id = ${factor.passkey}`
  const { hasAny } = await factorsOf(tx, personId)
  if (!hasAny) await tx`delete from identity.recovery_code where person_id = ${personId}`
  return removed.count === 1
}

/** Returns false if there is none. */
export async function removeAllFactors(tx: Sql, personId: string): Promise<boolean> {
  const { hasAny } = await factorsOf(tx, personId)
  await tx`delete from identity.authenticator where person_id = ${personId}`
  await tx`delete from identity.passkey where person_id = ${personId}`
  await tx`delete from identity.recovery_code where person_id = ${personId}`
  return hasAny
}

function newRecoveryCode(): string {
  const letters = base32.encode(randomBytes(recoveryCodeBytes)).toLowerCase()
  return (letters.match(/.{4}/g) ?? []).join('-')
}

function plain(code: string): string {
  return code.replaceAll(/[^A-Za-z2-7]/g, '').toLowerCase()
}
