import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { type Database, inTransaction, newId, type Sql } from '#server/infra/db/database.ts'

/** The keys of oidc-provider, the signing key first. */
export type Keys = { current: string; jwks: JWK[]; cookieSecret: string }

export const signingAlgorithm = 'ES256'
/** Notifies all processes to read the keys again. */
export const keysChanged = 'identity_keys'

/** The first start makes the keys. */
export async function loadKeys(sql: Database): Promise<Keys> {
  await inTransaction(sql, async (tx) => {
    await tx`lock table identity.signing_key in share row exclusive mode`
    const [inUse] = await tx`select 1 from identity.signing_key where retired_at is null`
    if (!inUse) await addKey(tx)
  })
  await sql`
    insert into identity.secret (name, value) values ('cookies', ${randomBytes(32).toString('base64url')})
    on conflict (name) do nothing`
  return readKeys(sql)
}

/**
 * Puts a new key in use. The old key stays published for two token lifetimes, so that its tokens stay valid; a lifetime
 * of 0 withdraws all old keys. Running providers follow.
 */
export async function rotateKeys(sql: Database, tokenLifetimeS: number): Promise<{ kid: string }> {
  return inTransaction(sql, async (tx) => {
    await tx`lock table identity.signing_key in share row exclusive mode`
    await tx`update identity.signing_key set retired_at = now() where retired_at is null`
    await tx`delete from identity.signing_key where retired_at <= now() - make_interval(secs => ${2 * tokenLifetimeS})`
    const kid = await addKey(tx)
    await tx`select pg_notify(${keysChanged}, ${kid})`
    return { kid }
  })
}

async function readKeys(sql: Sql): Promise<Keys> {
  const keys = await sql<{ kid: string; private_key: JWK }[]>`
    select kid, private_key from identity.signing_key order by retired_at desc nulls first`
  const [secret] = await sql<{ value: string }[]>`select value from identity.secret where name = 'cookies'`
  const [current] = keys
  if (!current || !secret) throw new Error('The identity provider has no keys.')
  const jwks = keys.map(({ kid, private_key }) => ({ ...private_key, kid, use: 'sig', alg: signingAlgorithm }))
  return { current: current.kid, jwks, cookieSecret: secret.value }
}

async function addKey(tx: Sql): Promise<string> {
  const kid = newId()
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true })
  const jwk = JSON.stringify(await exportJWK(privateKey))
  await tx`insert into identity.signing_key (kid, private_key) values (${kid}, ${jwk}::text::jsonb)`
  return kid
}
