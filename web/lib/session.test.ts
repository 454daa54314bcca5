import { expect, test } from 'vitest'
import { isUsable } from './session.ts'

const now = Date.parse('2026-03-04T12:00:00Z')
const idToken = (exp: number) => `e30.${btoa(JSON.stringify({ exp }))}.x`
const user = (exp: number, expires_at?: number) => ({
  id_token: idToken(exp),
  access_token: 'a',
  expires_at,
  profile: { sub: 'u1' },
})

test('a stored record can be used until its id token or its access token has expired', () => {
  const seconds = now / 1000
  expect(isUsable(user(seconds + 60, seconds + 60), now)).toBe(true)
  expect(isUsable(user(seconds + 60), now)).toBe(true)
  expect(isUsable(user(seconds - 1, seconds + 60), now)).toBe(false)
  expect(isUsable(user(seconds + 60, seconds - 1), now)).toBe(false)
})
