import { expect, test } from 'vitest'
import { statements } from '#tests/conformance/statements.ts'
import { filesOf } from './files.ts'

test('every statement of the specification has its test', () => {
  const tests = filesOf(/^tests\/conformance\/specification\/.*\.test\.ts$/)
  const tried = tests.flatMap(({ text }) =>
    [...text.matchAll(/[([]\s*['"`](\d{1,3}) /g)].map(([, number]) => Number(number)),
  )
  expect(statements.filter((number) => !tried.includes(number))).toEqual([])
})
