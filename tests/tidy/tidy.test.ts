import { expect, test } from 'vitest'
import { filesOf } from './files.ts'

const longestFile = 400

const code = filesOf(/\.(tsx?|mjs|cjs)$/)
const tests = filesOf(/\.test\.tsx?$/)

/** This file contains the patterns. */
const others = tests.filter(({ path }) => path !== 'tests/tidy/tidy.test.ts')

function linesWith(pattern: RegExp, files: readonly { path: string; text: string }[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
}

test('nothing is left for later', () => {
  const marks = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`)
  expect(linesWith(marks, filesOf(/\.(tsx?|mjs|cjs|sql|sol|css|html|md)$/))).toEqual([])
})

test('no test is left out', () => {
  expect(linesWith(/\b(test|it|describe)(\.\w+)*\.(skip|only|todo|fails)\b|\b(xit|xdescribe|fit)\(/, others)).toEqual(
    [],
  )
})

test('no test waits for time to pass', () => {
  expect(linesWith(/timers\/promises|setTimeout\(\s*resolve|waitForTimeout/, others)).toEqual([])
})

test('every file but a table of tests fits in a head', () => {
  const lengths = code
    .filter(({ path }) => !path.includes('.test.'))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
  expect(lengths.filter(({ lines }) => lines > longestFile)).toEqual([])
})

test('days are days in UTC, and both ends of a period are written in full', () => {
  const product = code.filter(({ path }) => /^(server|shared|web)\//.test(path) && !path.includes('.test.'))
  // CLDR's ranges omit the first month in Swahili.
  expect(linesWith(/\.formatRange(ToParts)?\(|\.toLocale(Date|Time)String\(/, product)).toEqual([])
  const formats = linesWith(/new Intl\.DateTimeFormat\(/, product)
  expect(formats.filter((line) => !line.includes("timeZone: 'UTC'"))).toEqual([])
})

test('server/infra/config.ts is the only reader of the environment', () => {
  const product = code.filter(
    ({ path }) => /^(server|shared|web|commands|embedded|sandbox)\//.test(path) && !path.includes('.test.'),
  )
  const readers = linesWith(/process\.env[.[]|import\.meta\.env\b/, product)
  expect(readers.filter((line) => !line.startsWith('server/infra/config.ts'))).toEqual([])
})

test('callers are counted by one function of their network address', () => {
  const product = code.filter(({ path }) => path.startsWith('server/') && !path.includes('.test.'))
  // The audit log stores the address.
  const known = ['server/infra/http/caller.ts', 'server/infra/http/serve.ts']
  const readers = linesWith(/\.ips?\b|[{,] ips?\b|\.remoteAddress\b/, product)
  expect(readers.filter((line) => !known.some((path) => line.startsWith(`${path}:`)))).toEqual([])
})

test('letters are sent in two places, and quote whatever is put into them', () => {
  const product = code.filter(({ path }) => /^(server|commands)\//.test(path) && !path.includes('.test.'))
  const senders = product.filter(({ text }) => /\bmail\.send\(/.test(text)).map(({ path }) => path)
  expect(senders.sort()).toEqual(['server/identity/sign-in/send-link.ts', 'server/people/letters/postman.ts'])
  // Makers of letters take their words where they are quoted.
  const makers = product.filter(({ text }) => /\bLetter\b[^\n]*infra\/mail\/mail/.test(text))
  expect(makers.length).toBeGreaterThan(1)
  expect(makers.filter(({ text }) => text.includes('wordingIn')).map(({ path }) => path)).toEqual([])
})

test('server/people/users/user-record.store.ts is the only writer of app_user', () => {
  const product = code.filter(
    ({ path }) => /^(server|commands|embedded|sandbox)\//.test(path) && !path.includes('.test.'),
  )
  const writers = product.filter(({ text }) => /\b(insert\s+into|update|delete\s+from)\s+app_user\b/i.test(text))
  expect(writers.map(({ path }) => path)).toEqual(['server/people/users/user-record.store.ts'])
})

/** In texts of SQL: the names that a file gives to rows of app_user, and the lines that read the account of one. */
function readersOfFirstAccount({ path, text }: { path: string; text: string }): string[] {
  const names = [...text.matchAll(/\bapp_user (?:as )?(?!where|on|set|left|join)(\w+)/g)].map(([, name]) => name)
  const ofRow = new RegExp(String.raw`\b(?:${['app_user', ...names].join('|')})\.account_id\b`)
  const bare = /\b(?:from|update) app_user\b[^`;]*?[\s(]account_id\b/g
  return [
    ...text.split('\n').filter((line) => ofRow.test(line)),
    ...[...text.matchAll(bare)].map(([found]) => found).filter((found) => !/\bapp_user (?!where|set)\w+/.test(found)),
  ].map((line) => `${path}: ${line.trim()}`)
}

test('nothing asks a first account who belongs to an account', () => {
  const sql = filesOf(/^migrations\/current\//)
  const product = code.filter(({ path }) => /^(server|commands|sandbox)\//.test(path) && !path.includes('.test.'))
  const readers = [...sql, ...product].flatMap(readersOfFirstAccount)
  // The names of organisations that people act for, and who gets a first account.
  const known = [
    'server/people/audit/audit.store.ts',
    'server/mrv/timeline/timeline.store.ts',
    'server/people/users/user-record.store.ts',
    'server/people/users/users.store.ts',
  ]
  expect(readersOfFirstAccount({ path: 'x', text: 'from app_user u where u.account_id = 1' })).toHaveLength(1)
  expect(readersOfFirstAccount({ path: 'x', text: 'from app_user where account_id = 1' })).toHaveLength(1)
  expect(readers.filter((line) => !known.some((path) => line.startsWith(`${path}:`)))).toEqual([])
  expect(readers.filter((line) => line.startsWith('server/people/users/users.store.ts'))).toHaveLength(2)
})

test('bytes are stored and removed with the rows that name them', () => {
  const server = code.filter(({ path }) => path.startsWith('server/') && !path.includes('.test.'))
  const writers = server.filter(({ text }) => /\b(files|store)\.(put|remove)\(/.test(text)).map(({ path }) => path)
  // A restore names files before it stores them; doctor's file is temporary.
  const others = ['server/backup/restore.ts', 'server/doctor/surroundings-checks.ts']
  expect(writers).toEqual([...others, 'server/infra/files/storing-files.ts', 'server/infra/files/sweep.ts'])
})

test('migrations are numbered without gap or double', () => {
  const names = filesOf(/^migrations\/(?!(current\/[a-z]+(_[a-z]+)*|unreleased\/since_[0-9a-f]{8})\.sql$)/).map(
    ({ path }) => path.replace('migrations/', ''),
  )
  expect(names.filter((name) => !/^\d{4}_[a-z]+(_[a-z]+)*\.sql$/.test(name))).toEqual([])
  const numbers = names.map((name) => Number(name.slice(0, 4))).sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

const declaration = /^\s*create (or replace )?(function|procedure|trigger|policy) (\w+)/i

test('migrations declare no function, trigger or policy', () => {
  expect(linesWith(declaration, filesOf(/^migrations\/(\d|unreleased)/))).toEqual([])
})

test('what holds now is declared in one file', () => {
  const declared = filesOf(/^migrations\/current\//).flatMap(({ path, text }) => {
    const names = text.split('\n').flatMap((line) => declaration.exec(line)?.[3] ?? [])
    return [...new Set(names)].map((name) => ({ name, path }))
  })
  expect(declared.length).toBeGreaterThan(20)
  expect(declared.filter(({ name }, index) => declared.findIndex((each) => each.name === name) !== index)).toEqual([])
})
