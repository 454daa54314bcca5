import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { theWorld, type World } from '#tests/kit/world.ts'
import { addSandboxPeople, sandboxPassword } from './cast/people.ts'

let world: World
let dataDir: string

beforeAll(async () => {
  world = await theWorld()
  const nobody = { 'tenant-admin': [], 'account-admin': [], proponent: [], measurer: [], verifier: [] }
  dataDir = await mkdtemp(join(tmpdir(), 'token-'))
  await addSandboxPeople(world.sql, world.config.TENANT_ID, { ...nobody, buyer: ['Buyers'] }, 'for the token test')
  await sandboxPassword(dataDir, 'an earlier password')
  await sandboxPassword(dataDir, 'for the token test')
})
afterAll(() => rm(dataDir, { recursive: true }))

type Ended = { code: number; output: string; complaint: string }

function requestToken(args: string[], settings: Record<string, string> = {}): Promise<Ended> {
  const { PUBLIC_URL } = world.config
  const env = { PATH: process.env.PATH, PUBLIC_URL, DATA_DIR: dataDir, ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, 'token.ts'), ...args], { env }, (error, output, complaint) =>
      resolve({ code: error ? 1 : 0, output, complaint }),
    )
  })
}

test('a token for one of the people is printed alone on its line, and opens the API', async () => {
  const { code, output } = await requestToken(['buyer@registry.test'])
  expect(code).toBe(0)
  expect(output).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
  expect(decodeJwt(output.trim()).groups).toEqual(['Buyers'])
  const headers = { authorization: `Bearer ${output.trim()}` }
  expect((await fetch(`${world.baseUrl}/api/account`, { headers })).status).toBe(404)
})

test('the password of the last start is the one in use, until another is set', async () => {
  expect(await sandboxPassword(dataDir, undefined)).toBe('for the token test')
})

test.each<[string, string[], Record<string, string>, RegExp]>([
  ['nobody is named', [], {}, /EMAIL is missing\..*buyer@registry\.test/s],
  ['no sandbox was started', ['buyer@registry.test'], { DATA_DIR: '/nowhere' }, /No sandbox was started in \/nowhere/],
  ['nobody has the address', ['nobody@registry.test'], {}, /sign-in of nobody@registry\.test was refused/],
  [
    'nothing runs there',
    ['buyer@registry.test'],
    { PUBLIC_URL: 'http://127.0.0.1:9' },
    /Nothing answers at http:\/\/127\.0\.0\.1:9/,
  ],
  [
    'people sign in elsewhere',
    ['buyer@registry.test'],
    { OIDC_AUTHORITY: 'https://id.example.org' },
    /People sign in at https:\/\/id/,
  ],
  ['it is production', ['buyer@registry.test'], { NODE_ENV: 'production' }, /because NODE_ENV is production/],
])('no token when %s, and a plain word why', async (_name, args, settings, word) => {
  const { code, output, complaint } = await requestToken(args, settings)
  expect([code, output]).toEqual([1, ''])
  expect(complaint).toMatch(word)
  expect(complaint).not.toMatch(/\n\s+at /)
})
