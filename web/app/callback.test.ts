import { expect, test } from 'vitest'
import { isCallback, returnPathOf } from './callback.ts'

test.each([
  ['?code=a&state=b', '', true],
  ['?error=access_denied&state=b', '', true],
  ['', '#code=a&state=b', true],
  ['', '#error=access_denied&state=b', true],
  ['?code=a', '', false],
  ['?state=b', '', false],
  ['?code=a', '#state=b', false],
  ['', '', false],
])('%s%s is a callback: %s', (search, hash, expected) => {
  expect(isCallback({ search, hash })).toBe(expected)
})

test.each([
  [{ returnTo: '/myProjects?q=a' }, '/myProjects?q=a'],
  [{ returnTo: 'https://elsewhere.test/' }, '/'],
  [{ returnTo: '//elsewhere.test/' }, '/'],
  [{ returnTo: '/\\elsewhere.test' }, '/'],
  [undefined, '/'],
])('after signing in with %j the reader lands on %s', (state, path) => {
  expect(returnPathOf(state)).toBe(path)
})
