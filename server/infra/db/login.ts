import { createHash, createHmac, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { connectDatabase, type Database, identifier, inTransaction } from './database.ts'

/** The role of migrations/current/access.sql: it owns nothing and reaches one tenant at a time. */
export const applicationRole = 'registry_app'

/** Who signs in to answer requests, and may take on `registry_app` and nothing else (docs/adr/0089-database-login.md). */
type Login = { name: string; password: string; isMade: boolean }

/** Any number, the same in every process: one makes the login, the others find it made. */
const makingLock = 7_265_004
const signInMs = 5_000

/**
 * The address at which requests sign in with a login of their own, which is made where there is none, unless `mayMake` is false. Its
 * password is derived from the owner's, so that all processes know it and nobody keeps it. Null where the address has no password,
 * where the owner may make no roles, or where the server does not let the login in.
 */
export async function ownAddress(deployment: Database, url: string, mayMake = true): Promise<string | null> {
  const login = await loginOf(deployment, url)
  if (login === null) return null
  const own = signingInAs(url, login)
  if (login.isMade && (await letsIn(own))) return own
  return mayMake && (await make(deployment, login)) && (await letsIn(own)) ? own : null
}

/** The address of another server of the same cluster, with the sign-in of `own` where it has the owner's, whose address is `url`. */
export function withSignInOf(own: string, url: string, other: string): string {
  const [from, to] = [partsOf(own), partsOf(other)]
  const isOwners = to.user === partsOf(url).user && from.user !== null
  return isOwners ? `${to.scheme}${from.userinfo}@${to.rest}` : other
}

/**
 * Whether a statement of this connection can never act as the owner of the tables, whatever role it sets: the user who signed in
 * is neither a superuser nor a member of the owner.
 */
export async function isApart(requests: Database): Promise<boolean> {
  const [row] = await requests<{ isApart: boolean }[]>`
    select not (u.rolsuper or u.rolcreaterole or pg_has_role(u.oid, c.relowner, 'member')) as "isApart"
    from pg_roles u, pg_class c where u.rolname = session_user and c.oid = 'tenant'::regclass`
  return row?.isApart ?? false
}

/** One for each database of a server: another deployment's owner has another password. */
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

/** Makes the login, or gives it its password. Returns whether the owner may. */
async function make(deployment: Database, { name, password, isMade }: Login): Promise<boolean> {
  try {
    await inTransaction(deployment, async (tx) => {
      await tx`select pg_advisory_xact_lock(${makingLock})`
      const known = await tx`select from pg_roles where rolname = ${name}`
      // Another process has made it meanwhile, with the same password.
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

/** A password as PostgreSQL keeps it (RFC 5802), so that no log of statements has it in clear. */
function scramOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, scramRounds, 32, 'sha256')
  const keyOf = (words: string) => createHmac('sha256', salted).update(words).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${scramRounds}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

/** Whether somebody can sign in at this address who may take the role on. */
export async function letsIn(url: string): Promise<boolean> {
  const standing = { role: applicationRole }
  const asked = connectDatabase(url, { max: 1, waitMs: signInMs, standing, mayBeStandby: true })
  try {
    await asked`select 1`
    return true
  } catch {
    return false
  } finally {
    await asked.end()
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
