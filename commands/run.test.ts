import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { loadKeys } from '#server/identity/protocol/keys.ts'
import type { Database } from '#server/infra/db/database.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { finish } from '#tests/kit/processes.ts'

let sql: Database
let url: string
beforeAll(async () => {
  const database = await aDatabase()
  closeAfterwards(database.drop)
  sql = database.sql
  url = database.url
})

/** The shortest command, in its own process. */
function rotateKeys(args: string[] = [], DATABASE_URL = url) {
  const env = { PATH: process.env.PATH, DATABASE_URL }
  return finish(process.execPath, [join(import.meta.dirname, 'rotate-keys.ts'), ...args], { env })
}

test('a command does its work on the database of DATABASE_URL and prints what it did', async () => {
  const before = await loadKeys(sql)
  const { code, output } = await rotateKeys()
  const after = await loadKeys(sql)
  expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(`Key ${after.current} signs`) })
  expect(after.jwks.map(({ kid }) => kid)).toEqual([after.current, before.current])
})

test('an option with which earlier keys are withdrawn is read', async () => {
  expect(await rotateKeys(['--leaked'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('earlier keys are withdrawn'),
  })
  expect((await loadKeys(sql)).jwks).toHaveLength(1)
})

test('--help prints the usage and does nothing', async () => {
  const before = await loadKeys(sql)
  expect(await rotateKeys(['--help'])).toMatchObject({ code: 0, output: expect.stringMatching(/^npm run identity/) })
  expect(await loadKeys(sql)).toEqual(before)
})

test.each([
  { what: 'an unknown option', args: ['--leakd'], says: 'Unknown option --leakd. Allowed: --leaked\n\nnpm run' },
  { what: 'a value where none belongs', args: ['--leaked=yes'], says: 'does not take an argument' },
  { what: 'a word where none belongs', args: ['leaked'], says: 'There is one word too many: leaked' },
])('$what is refused before anything is done', async ({ args, says }) => {
  const before = await loadKeys(sql)
  expect(await rotateKeys(args)).toMatchObject({ code: 1, output: expect.stringContaining(says) })
  expect(await loadKeys(sql)).toEqual(before)
})

test.each([
  { what: 'does not answer', address: () => 'postgres://a:b@127.0.0.1:9/x', says: 'ECONNREFUSED' },
  { what: 'has no host', address: () => 'postgres://a:b@nowhere.invalid/x', says: 'nowhere.invalid' },
  { what: 'lets nobody in', address: () => withPassword('guess'), says: 'password authentication failed' },
  { what: 'is no address', address: () => 'mysql://here', says: 'DATABASE_URL must be a postgres:// address' },
])('a database that $what is explained in a sentence', async ({ address, says }) => {
  const { code, output } = await rotateKeys([], address())
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(says) })
  expect(output).toContain('DATABASE_URL')
  expect(output).not.toMatch(/^\s+at /m)
})

function withPassword(password: string): string {
  return Object.assign(new URL(url), { password }).href
}
