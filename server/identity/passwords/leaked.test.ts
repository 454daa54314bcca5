import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { falseShareOf, filterOf, listedPasswords } from '../../../scripts/leaked-filter.ts'
import { filterFile, isLeaked } from './leaked.ts'
import { faultOf } from './password-fault.ts'
import { passwordLength } from './passwords.ts'
import type { Person } from './persons.ts'

const nobody: Person = {
  id: 'p',
  tenantId: 't',
  email: 'a@b.c',
  firstName: '',
  lastName: '',
  language: 'en',
  groups: [],
  status: 'active',
}

let all: string[]
let thousand: string[]

beforeAll(() => {
  all = listedPasswords()
  const long = all.filter((password) => [...password].length >= passwordLength.min)
  thousand = long.filter((_, n) => n % Math.floor(long.length / 1_000) === 0).slice(0, 1_000)
})

test('a listed password is refused as leaked', async () => {
  const faults = await Promise.all(thousand.map((password) => faultOf(password, password, nobody, { names: {} })))
  expect([...new Set(faults.map((fault) => fault?.text))]).toEqual(['password.leaked'])
  expect(faults).toHaveLength(1_000)
})

test('also in capitals, in wide letters and with spaces between', async () => {
  const variants = thousand.flatMap((password) => [
    password.toUpperCase(),
    [...password].join(' '),
    password.replace(/[!-~]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  ])
  expect(await Promise.all(variants.map(isLeaked))).not.toContain(false)
})

test('another password is taken for a listed one as rarely as computed', async () => {
  const share = falseShareOf(all.length, (await readFile(filterFile)).length)
  const others = Array.from({ length: 100_000 }, (_, n) => createHash('sha256').update(`${n}`).digest('base64'))
  const taken = await Promise.all(others.map(isLeaked))
  expect(share).toBeLessThan(1.01e-4)
  expect(taken.filter(Boolean).length).toBeLessThanOrEqual(2 * share * others.length)
})

test('the filter is what its script makes of the list', async () => {
  expect(Buffer.compare(filterOf(all), await readFile(filterFile))).toBe(0)
})
