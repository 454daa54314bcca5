import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealed, unsealed } from './link.ts'

const key = randomBytes(32)
const permission = { to: 'd-1', by: 'amina@registry.test', until: 1_000 }

test('a link is read with the key that sealed it, until its time is over', () => {
  const link = sealed(key, permission)
  expect(unsealed(key, link, new Date(999))).toEqual(permission)
  expect(unsealed(key, link, new Date(1_000))).toBeNull()
  expect(unsealed(randomBytes(32), link, new Date(0))).toBeNull()
  expect([sealed(key, permission), sealed(key, { ...permission, until: 1_001 })]).toEqual([
    link,
    expect.not.stringContaining(link.slice(0, 8)),
  ])
})

test('a link shows nothing of what it says and bears no change', () => {
  const link = sealed(key, permission)
  expect(Buffer.from(link, 'base64url').toString('latin1')).not.toContain('amina')
  for (let at = 0; at < link.length - 1; at += 1) {
    const changed = link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1)
    expect(unsealed(key, changed, new Date(0))).toBeNull()
  }
  for (const text of ['', 'x', link.slice(0, 30), `${link}AAAA`]) expect(unsealed(key, text, new Date(0))).toBeNull()
})
