import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IdentityWorld, runIdentity, tenantId } from '#tests/kit/identity-world.ts'
import { addSandboxPeople, type SandboxRole, sandboxEmail, sandboxPassword, sandboxRoles } from './people.ts'

let world: IdentityWorld
let dataDir: string

beforeAll(async () => {
  world = await runIdentity()
  dataDir = await mkdtemp(join(tmpdir(), 'registry-people-'))
})
afterAll(async () => {
  await world.stop()
  await rm(dataDir, { recursive: true })
})

function groupsFor(account: string): Record<SandboxRole, string[]> {
  const groups = [`sample|${account}|General`]
  return {
    'tenant-admin': ['sample|TenantAdmin'],
    'account-admin': groups,
    proponent: groups,
    measurer: groups,
    verifier: groups,
    buyer: groups,
  }
}

test('each role signs in with the stored password and has the groups of the seed', async () => {
  const password = await sandboxPassword(dataDir, undefined)
  const people = await addSandboxPeople(world.sql, tenantId, groupsFor('a'), password)
  for (const role of sandboxRoles) {
    const { sub, groups } = decodeJwt((await world.signIn(sandboxEmail(role), password)).accessToken)
    expect([sub, groups]).toEqual([people[role].id, groupsFor('a')[role]])
  }
})

test('a second start finds the same people and password, and nobody else may read it', async () => {
  const password = await sandboxPassword(dataDir, undefined)
  const before = await addSandboxPeople(world.sql, tenantId, groupsFor('a'), password)
  const after = await addSandboxPeople(world.sql, tenantId, groupsFor('b'), await sandboxPassword(dataDir, undefined))
  expect(after.buyer).toEqual({ ...before.buyer, groups: ['sample|b|General'] })
  expect((await stat(join(dataDir, 'sandbox-password'))).mode & 0o777).toBe(0o600)
})

test('a password from the settings replaces the stored one', async () => {
  const stored = await sandboxPassword(dataDir, undefined)
  const given = await sandboxPassword(dataDir, 'from the settings')
  await addSandboxPeople(world.sql, tenantId, groupsFor('a'), given)
  expect((await world.signIn(sandboxEmail('buyer'), 'from the settings')).accessToken).toBeTruthy()
  await expect(world.signIn(sandboxEmail('buyer'), stored)).rejects.toThrow('401')
})
