import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword, isPassword } from '#server/identity/passwords/passwords.ts'
import {
  type Credentials,
  credentialsOf,
  insertPerson,
  type Person,
  setPassword,
  updatePerson,
} from '#server/identity/passwords/persons.ts'
import type { SamplePerson } from '#server/identity/protocol/identity.ts'
import { newId, type Sql } from '#server/infra/db/database.ts'

/** One person per role, signing in as `<role>@registry.test`. */
export const sandboxRoles = ['tenant-admin', 'account-admin', 'proponent', 'measurer', 'verifier', 'buyer'] as const
export type SandboxRole = (typeof sandboxRoles)[number]

const names: Record<SandboxRole, [string, string]> = {
  'tenant-admin': ['Tenant', 'Admin'],
  'account-admin': ['Account', 'Admin'],
  proponent: ['Project', 'Proponent'],
  measurer: ['Measurement', 'Provider'],
  verifier: ['Verification', 'Provider'],
  buyer: ['Unit', 'Buyer'],
}

/** For a sign-in by one click. */
export const samplePeople: readonly SamplePerson[] = sandboxRoles.map((role) => ({
  email: sandboxEmail(role),
  name: names[role].join(' '),
  does: `sign-in.does.${role}`,
}))

export function byRole<Value>(valueFor: (role: SandboxRole) => Value): Record<SandboxRole, Value> {
  return Object.fromEntries(sandboxRoles.map((role) => [role, valueFor(role)])) as Record<SandboxRole, Value>
}

export function sandboxEmail(role: SandboxRole): string {
  return `${role}@registry.test`
}

/**
 * Creates missing people and sets everyone's groups. New people get the password; existing ones only if it is not the
 * first person's, as after a change of SANDBOX_PASSWORD.
 */
export async function addSandboxPeople(
  sql: Sql,
  tenantId: string,
  groupsOf: Record<SandboxRole, readonly string[]>,
  password: string,
): Promise<Record<SandboxRole, Person>> {
  const [first] = sandboxRoles
  const isKnownPassword = await isPassword(
    password,
    (await credentialsOf(sql, tenantId, sandboxEmail(first)))?.passwordHash ?? null,
  )
  const newHash = isKnownPassword ? null : await hashPassword(password)
  const add = async (role: SandboxRole): Promise<Person> => {
    const existing = await credentialsOf(sql, tenantId, sandboxEmail(role))
    if (existing && newHash) await setPassword(sql, existing.id, newHash)
    const { passwordHash: _hash, ...person } =
      existing ?? (await addPerson(sql, tenantId, role, newHash ?? (await hashPassword(password))))
    const groups = [...groupsOf[role]]
    await updatePerson(sql, person.id, { groups })
    return { ...person, groups }
  }
  const people = new Map<SandboxRole, Person>()
  for (const role of sandboxRoles) people.set(role, await add(role))
  return byRole((role) => people.get(role)!)
}

/** Returns and stores the password: the given, stored, or a new one. */
export async function sandboxPassword(dataDir: string, given: string | undefined): Promise<string> {
  const password = given ?? (await storedSandboxPassword(dataDir)) ?? randomBytes(12).toString('base64url')
  await writeFile(passwordFile(dataDir), `${password}\n`, { mode: 0o600 })
  return password
}

/** The stored password, or null. */
export async function storedSandboxPassword(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(passwordFile(dataDir), 'utf8')).trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

const passwordFile = (dataDir: string) => join(dataDir, 'sandbox-password')

async function addPerson(sql: Sql, tenantId: string, role: SandboxRole, passwordHash: string): Promise<Credentials> {
  const [firstName, lastName] = names[role]
  const email = sandboxEmail(role)
  const person: Person = {
    id: newId(),
    tenantId,
    email,
    firstName,
    lastName,
    language: 'en',
    groups: [],
    status: 'active',
  }
  await insertPerson(sql, person, passwordHash)
  return { ...person, passwordHash }
}
