import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createAccount, updateAccount } from './accounts.ts'
import { createClaim } from './claims.ts'
import { day, line, quantity, searchText, text, units } from './fields.ts'
import { endpoints } from './index.ts'
import { proposeMethodology, updateMethodology } from './methodologies.ts'
import { createProject, decideProject, updateProject } from './projects.ts'
import { inviteUser, updateUser } from './users.ts'

const oneLine = line(40, 1)
const manyLines = text(40)

function messagesOf(schema: z.ZodType, value: unknown): string[] {
  return schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []
}

describe('a text of one line', () => {
  test.each([
    ['a line break', 'Ada\nOkoye', 'must be one line, without line breaks and tabs'],
    ['a tab', 'Ada\tOkoye', 'must be one line, without line breaks and tabs'],
    ['a separator of lines', 'Ada\u2028Okoye', 'must be one line, without line breaks and tabs'],
    ['a control character', 'Ada\u0007', 'must not contain control characters'],
    ['half a character', 'Ada\ud800', 'must not contain control characters'],
    ['an override', 'Ada \u202eeyoko', 'must not contain invisible characters: U+202E is character 5'],
    ['a zero-width space', '👩 \u200bA', 'must not contain invisible characters: U+200B is character 3'],
    ['a tag', 'A\u{e0041}', 'must not contain invisible characters: U+E0041 is character 2'],
    ['joiners only', '\u200d\u200c', 'must not consist of invisible characters only'],
    ['fillers only', ' \u3164\u2800 ', 'must not consist of invisible characters only'],
  ])('with %s is refused and says why', (_what, value, message) => {
    expect(messagesOf(oneLine, value)).toEqual([message])
  })

  test.each(['Ada Okoye', 'نرگس\u200cها', 'क्\u200dष', '👩‍👩‍👧‍👦 & ❤️', 'O’Neill-Ngũgĩ', '東京\u{e0100}'])(
    'may be %s',
    (value) => {
      expect(oneLine.parse(` ${value} `)).toBe(value.normalize('NFC'))
    },
  )

  test('of spaces is empty, as before', () => {
    expect(messagesOf(oneLine, ' \u00a0 ')).toEqual(['Required'])
  })
})

describe('a text of many lines', () => {
  test('keeps line breaks, tabs and what comes with pasted prose', () => {
    const prose = 'One\r\n\ttwo\u00ad three \u200f\u200b'
    expect(manyLines.parse(prose)).toBe(prose)
  })

  test.each([
    ['a control character', 'a\u0085', 'must not contain control characters'],
    ['an override', 'a\u202eb', 'must not contain characters that turn the text: U+202E is character 2'],
    ['nothing to see', '\u200b\n\u200b', 'must not consist of invisible characters only'],
  ])('with %s is refused', (_what, value, message) => {
    expect(messagesOf(manyLines, value)).toEqual([message])
  })
})

/** Names that letters quote. */
const persons: [z.ZodType, string][] = [
  [inviteUser.body, 'firstName'],
  [updateUser.body, 'lastName'],
]
const organisations: [z.ZodType, string][] = [
  [createAccount.body, 'name'],
  [updateAccount.body, 'name'],
]
const things: [z.ZodType, string][] = [
  [createProject.body, 'projectName'],
  [updateProject.body, 'projectName'],
  [proposeMethodology.body, 'name'],
  [updateMethodology.body, 'name'],
]
const named = [...persons, ...organisations, ...things]
const isAnAddress = 'must be a name, not an address; a space belongs after a dot'

function fieldMessages([body, field]: [z.ZodType, string], value: string): string[] {
  const issues = body.safeParse({ [field]: value }).error?.issues ?? []
  return issues.filter(({ path }) => path[0] === field).map(({ message }) => message)
}

test.each([
  'https://evil.example.org',
  'Go to WWW.evil.example.org',
  'a://b',
  'Ada evil.example.org/prize',
  'ada@evil',
  'Write to ada@evil.test',
  'mailto:ada',
  '203.0.113.7',
])('%s is no name of anybody', (value) => {
  for (const name of named) expect(fieldMessages(name, value)).toEqual([isAnAddress])
})

test.each(['evil.com', 'Win at evil.click now', 'x.com', 'пример.рф', 'evil\u3002com', 'my-evil.zip'])(
  '%s is no name of a person',
  (value) => {
    for (const name of persons) expect(fieldMessages(name, value)).toEqual([isAnAddress])
  },
)

test.each([
  'J.R. Smith',
  'St. John',
  'S.p.A. Verde',
  'Wamba Co., Ltd.',
  'A. S. Roma',
  'Ngũgĩ wa Thiong’o',
  'No. 12 e.V.',
])('%s is a name', (value) => {
  for (const name of named) expect(fieldMessages(name, value)).toEqual([])
})

test.each([
  'SISTEMA.BIO INC.',
  'WIND POWER LAC HOA CO.LTD',
  'Booking.com B.V.',
  'U.S.A. Holdings',
  'St.Gallen Energie AG',
  'E.ON SE',
  'Amazon.com Services LLC',
  '1234567 B.C. LTD.',
  'Burqin Jinhua Urban Construction and Investment Co.Ltd.',
  'Cenay Elektrik Uretim Ins.San. ve Tic. Ltd',
  'Ban.CO2 de Carbono Mestizo',
  '180.Holdings B.V.',
  'eCOGENT.biz',
])('%s is the name of an organisation', (value) => {
  for (const name of organisations) expect(fieldMessages(name, value)).toEqual([])
})

test.each(['AMS-III.AU. Methane emission reduction', 'VM0042 v2.1', 'Booking.com Forest'])(
  '%s is the name of a thing',
  (value) => {
    for (const name of things) expect(fieldMessages(name, value)).toEqual([])
  },
)

test('a version is no address', () => {
  const version: [z.ZodType, string] = [proposeMethodology.body, 'version']
  expect(['2.0', 'v1.2.1', '2024-03'].flatMap((value) => fieldMessages(version, value))).toEqual([])
  expect(fieldMessages(version, 'https://a.test')).toEqual([isAnAddress])
})

test('anything that can be stored may be looked for', () => {
  expect(searchText(40).parse('\u202eimported\u200b')).toBe('\u202eimported\u200b')
})

const broken = 'two\nlines'

test.each([
  ['the first name of who is invited', inviteUser.body, 'firstName'],
  ['the last name of who is invited', inviteUser.body, 'lastName'],
  ['a name that is changed', updateUser.body, 'firstName'],
  ['the name of an organisation', createAccount.body, 'name'],
  ['its number', createAccount.body, 'registrationNumber'],
  ['the name of a project', createProject.body, 'projectName'],
  ['its changed name', updateProject.body, 'projectName'],
  ['its place', createProject.body, 'location'],
  ['its kind', createProject.body, 'type'],
  ['the name of a methodology', proposeMethodology.body, 'name'],
  ['its version', proposeMethodology.body, 'version'],
  ['the beneficiary of a claim', createClaim.body, 'beneficiary'],
  ['a reference of one’s own', createClaim.body, 'ownReference'],
])('%s is one line', (_what, body: z.ZodType, field) => {
  const issues = body.safeParse({ [field]: broken }).error?.issues ?? []
  expect(issues.find(({ path }) => path[0] === field)?.message).toContain('must be one line')
})

test.each([
  ['the description of a project', createProject.body, 'description'],
  ['its statement', updateProject.body, 'sustainabilityStatement'],
  ['a reason', decideProject.body, 'reason'],
  ['the note of a claim', createClaim.body, 'note'],
])('%s may have many lines', (_what, body: z.ZodType, field) => {
  const issues = body.safeParse({ [field]: broken }).error?.issues ?? []
  expect(issues.filter(({ path }) => path[0] === field)).toEqual([])
})

test.each([
  ['"5"', 'must be a whole number'],
  ['1.5', 'must be a whole number'],
  ['true', 'must be a whole number'],
  ['null', 'must be a whole number'],
  ['1e21', 'must be at most 9007199254740991'],
  ['9007199254740992', 'must be at most 9007199254740991'],
  ['-0', 'must be at least 1'],
  ['0', 'must be at least 1'],
  ['-5', 'must be at least 1'],
])('the JSON %s is refused as a quantity: it %s', (json, message) => {
  const { error } = quantity.safeParse(JSON.parse(json))
  expect(error?.issues[0]?.message).toBe(message)
})

test.each([
  ['-0', 'must be 0 without a sign'],
  ['-1', 'must not be below 0'],
  ['0.5', 'must be a whole number'],
])('the JSON %s is refused as a sum of units: it %s', (json, message) => {
  expect(units.safeParse(JSON.parse(json)).error?.issues[0]?.message).toBe(message)
})

/** The first start, first end and last end of the crediting periods of 10 000 real projects. */
test.each(['1950-01-01', '1992-06-29', '2011-11-30', '2125-03-11', '2199-12-31'])(
  'the day %s can be named',
  (named) => {
    expect(day.safeParse(named).success).toBe(true)
  },
)

test.each(['0026-01-01', '1949-12-31', '2200-01-01', '9999-12-31'])(
  'the day %s is refused with what is allowed',
  (named) => {
    expect(day.safeParse(named).error?.issues.map(({ message }) => message)).toEqual([
      'must be a day from 1950-01-01 to 2199-12-31',
    ])
  },
)

test('every body that names a day takes none that nobody means', () => {
  const named = endpoints.flatMap(({ name, body }) => daysOf(name, body))
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter(([, field]) => field.safeParse('0026-01-01').success).map(([path]) => path)).toEqual([])
})

/** A body's fields that take a day, by path. */
function daysOf(name: string, body: unknown): [string, z.ZodType][] {
  if (!(body instanceof z.ZodObject)) return []
  return Object.entries(body.shape).flatMap(([key, field]): [string, z.ZodType][] =>
    field instanceof z.ZodType && field.safeParse('2025-06-30').success && !field.safeParse('2025-06-31').success
      ? [[`${name}.${key}`, field]]
      : [],
  )
}
