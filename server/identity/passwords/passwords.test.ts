import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('a password is known by its hash, and any other is not', async () => {
  const hash = await hashPassword('seven green turtles')
  expect(await isPassword('seven green turtles', hash)).toBe(true)
  for (const other of ['seven green turtle', 'Seven green turtles', 'seven green turtles ', 'sevengreenturtles'])
    expect(await isPassword(other, hash)).toBe(false)
  expect(await isPassword('seven green turtles', null)).toBe(false)
})

test('a file is read while fifty passwords wait to be hashed', async () => {
  let hashed = 0
  const hashing = Array.from({ length: 50 }, async () => {
    await hashPassword('seven green turtles')
    hashed += 1
  })
  await readFile(import.meta.filename)
  expect(hashed).toBeLessThan(10)
  await Promise.all(hashing)
})

test('whoever would wait too long is refused, and nobody who waits', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 102 }, () => hashPassword('seven green turtles')))
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toEqual([{ status: 'rejected', reason: expect.objectContaining({ code: 'unavailable' }) }])
})
