import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTenant, tenantDraft } from '#server/people/tenants/administering.ts'
import { ensureConfiguredTenant } from '#server/people/tenants/configured.ts'
import { listMethodologies, proposeMethodology } from '#shared/contract/methodologies.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld } from '#tests/kit/world.ts'
import { freePorts } from '../chaos/deployment.ts'
import { deployed } from './deployed.ts'
import { startHaproxy } from './haproxy.ts'

/** Two cells (database, key, contract) behind one HAProxy; their tenants share an id. */
let folder: string
let haproxy: Awaited<ReturnType<typeof startHaproxy>> | undefined
const nameAt = (host: string) => `Registry of the ${host.split('.')[0]}`
let ocean: TenantOfTest
let forest: TenantOfTest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-cells-'))
  const [listen] = await freePorts(1)
  const cellOf = async (host: string, prefixes: string) => {
    const settings = { TENANT_ID: 'shared', REGISTRY_NAME: nameAt(host), CELL_PREFIXES: prefixes, HOST: '127.0.0.1' }
    const world = await aWorld({ ...settings, PUBLIC_URL: `http://${host}:${listen}` })
    return aTenant({ world, isConfigured: true })
  }
  ocean = await cellOf('ocean.localhost', 'ABCDEFGHIJKLM')
  forest = await cellOf('forest.localhost', 'NOPQRSTUVWXYZ')
  const map = join(folder, 'cells.map')
  await writeFile(
    map,
    await deployed('haproxy/cells.map', {
      'ocean.example.org': 'ocean.localhost',
      'forest.example.org': 'forest.localhost',
    }),
  )
  haproxy = await startHaproxy(['cells.cfg'], {
    HAPROXY_LISTEN: `127.0.0.1:${listen}`,
    CELLS_MAP: map,
    CELL_A_1: `127.0.0.1:${ocean.world.config.PORT}`,
    CELL_B_1: `127.0.0.1:${forest.world.config.PORT}`,
  })
})
afterAll(async () => {
  await haproxy?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

type Question = { host: string; path: string; method?: string; token?: string; body?: object }

async function call({ host, path, method = 'GET', token, body }: Question) {
  const headers = {
    host,
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const asking = request(`${haproxy?.url}${path}`, { method, headers }, (answer) => {
      text(answer).then((received) => resolve({ status: answer.statusCode ?? 0, body: received }), reject)
    })
    asking.once('error', reject)
    asking.end(body && JSON.stringify(body))
  })
}

describe('two cells', () => {
  test('a host name leads to its cell, and one that is in no cell to none', async () => {
    await expect.poll(async () => (await call({ host: 'forest.localhost', path: '/readyz' })).status).toBe(200)
    for (const host of ['ocean.localhost', 'forest.localhost']) {
      const { body } = await call({ host, path: '/config.json' })
      expect(JSON.parse(body)).toMatchObject({ tenantId: 'shared', words: { en: { name: nameAt(host) } } })
    }
    expect((await call({ host: 'desert.localhost', path: '/config.json' })).status).toBe(404)
  })

  test('what is done in a cell is not seen in the other, though the tenants share an id', async () => {
    const body = { name: 'Soil carbon of the ocean cell', version: '1.0', description: 'Soil.' }
    const proposed = await call({
      host: 'ocean.localhost',
      path: proposeMethodology.path,
      method: 'POST',
      token: ocean.proponent.token,
      body,
    })
    expect(proposed.status).toBe(201)
    const seenBy = async (host: string, tenant: TenantOfTest) =>
      (await call({ host, path: listMethodologies.path, token: tenant.tenantAdmin.token })).body.includes(body.name)
    expect(await seenBy('ocean.localhost', ocean)).toBe(true)
    expect(await seenBy('forest.localhost', forest)).toBe(false)
  })

  test('a token of a cell opens nothing in the other', async () => {
    const path = listMethodologies.path
    const token = ocean.proponent.token
    expect((await call({ host: 'ocean.localhost', path, token })).status).toBe(200)
    expect((await call({ host: 'forest.localhost', path, token })).status).toBe(401)
  })

  test('no two registries have the same serial prefix, in whichever cell they are', async () => {
    const prefixIn = async (cell: TenantOfTest, draft: { id: string; serialPrefix?: string }) => {
      const facts = { name: draft.id, assetName: 'Unit', assetNamePlural: 'Units', ...draft }
      const { sql, config } = cell.world
      return (await createTenant(sql, tenantDraft.parse(facts), 'test', config.CELL_PREFIXES)).serialPrefix
    }
    // Cells derive different prefixes.
    expect(await prefixIn(ocean, { id: 'mangrove' })).toBe('MANGROVE')
    expect(await prefixIn(forest, { id: 'mangrove' })).toBe('NMANGROVE')
    const taken = prefixIn(forest, { id: 'reef', serialPrefix: 'MANGROVE' })
    await expect(taken).rejects.toThrow('The serial prefix MANGROVE is another cell’s')
  })

  test('a cell refuses to start on the database of the other', async () => {
    const config = { ...forest.world.config, CELL_PREFIXES: ocean.world.config.CELL_PREFIXES }
    await expect(ensureConfiguredTenant({ sql: forest.world.sql, config })).rejects.toThrow('begin with none of them')
  })
})
