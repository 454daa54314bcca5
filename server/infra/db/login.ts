import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { connectDatabase, type Database, identifier, inTransaction } from './database.ts'

/** From migrations/current/access.sql: owns nothing, reaches one tenant at a time. */
export const applicationRole = 'registry_app'

/** May assume only `registry_app` (docs/adr/0089-database-login.md). */
type Login = { name: string; password: string; isMade: boolean }

/** Arbitrary, equal in all processes. */
const makingLock = 7_265_004
const signInMs = 5_000

/**
 * The address with a separate login for requests, created if missing and `mayMake`. Its password derives from the
 * owner's, so none is stored. Null if the address has no password, the owner may not create roles, or the login fails.
 */
export async function ownAddress(deployment: Database, url: string, mayMake = true): Promise<string | null> {
  const login = await loginOf(deployment, url)
  if (login === null) return null
  const own = signingInAs(url, login)
  if (login.isMade && (await letsIn(own))) return own
  return mayMake && (await make(deployment, login)) && (await letsIn(own)) ? own : null
}

/** Gives `other`, in the same cluster, the sign-in of `own` if it has the owner's (`url`). */
export function withSignInOf(own: string, url: string, other: string): string {
  const [from, to] = [partsOf(own), partsOf(other)]
  const isOwners = to.user === partsOf(url).user && from.user !== null
  return isOwners ? `${to.scheme}${from.userinfo}@${to.rest}` : other
}

/**
 * Whether no statement can act as the tables' owner: the user is no superuser, creates no roles and is no member of the
 * owner.
 */
export async function isApart(requests: Database): Promise<boolean> {
  const [row] = await requests<{ isApart: boolean }[]>`
    select not (u.rolsuper or u.rolcreaterole or pg_has_role(u.oid, c.relowner, 'member')) as "isApart"
    from pg_roles u, pg_class c where u.rolname = session_user and c.oid = 'tenant'::regclass`
  return row?.isApart ?? false
}

/** A name per database: other owners have other passwords. */
async function loginOf(deployment: Database, url: string): Promise<Login | null> {
  const secret = partsOf(url).password
  if (!secret) return null
  const [row] = await deployment<{ name: string; isMade: boolean }[]>`
    select name, exists (select from pg_roles where rolname = name) as "isMade"
    from pg_database, concat('registry_requests_', oid) name where datname = current_database()`
  if (!row) throw new Error('The database has no name.')
  const { name, isMade } = row
  const password = Buffer.from(hkdfSync('sha256', secret, name, 'sign-in of requests', 24)).toString('hex')
  return { name, password, isMade }
}

/** Creates the login or sets its password; false without the privilege. */
async function make(deployment: Database, { name, password, isMade }: Login): Promise<boolean> {
  try {
    await inTransaction(deployment, async (tx) => {
      await tx`select pg_advisory_xact_lock(${makingLock})`
      const known = await tx`select from pg_roles where rolname = ${name}`
      // Another process has created it with the same password.
      if (known.length > 0 && !isMade) return
      await tx.unsafe(`${isMade ? 'alter' : 'create'} role ${name} login password '${scramOf(password)}'`)
      await tx`grant ${identifier(applicationRole)} to ${identifier(name)}`
    })
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) return false
    throw error
  }
}

const insufficientPrivilege = '42501'
const scramRounds = 4_096

/** A SCRAM verifier (RFC 5802) keeps the password out of statement logs. */
function scramOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, scramRounds, 32, 'sha256')
  const keyOf = (words: string) => createHmac('sha256', salted).update(words).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${scramRounds}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

/** Whether the user can sign in and assume the role. */
export async function letsIn(url: string): Promise<boolean> {
  const standing = { role: applicationRole }
  const connection = connectDatabase(url, { max: 1, waitMs: signInMs, standing, mayBeStandby: true })
  try {
    await connection`select 1`
    return true
  } catch {
    return false
  } finally {
    await connection.end()
  }
}

const shape = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?(.*)$/

function partsOf(url: string) {
  const [, scheme = '', userinfo = '', rest = ''] = shape.exec(url) ?? []
  const [user = '', ...password] = userinfo.split(':')
  return { scheme, userinfo, rest, user: user || null, password: decodeURIComponent(password.join(':')) }
}

function signingInAs(url: string, { name, password }: Login): string {
  const { scheme, rest } = partsOf(url)
  return `${scheme}${name}:${password}@${rest}`
}
