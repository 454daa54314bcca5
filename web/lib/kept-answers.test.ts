import { beforeEach, describe, expect, test } from 'vitest'
import { type KeyValues, keptAnswers, pagesKept } from './kept-answers.ts'

const entries = new Map<string, unknown>()
const inMemory: KeyValues = {
  get: async (key) => structuredClone(entries.get(key)),
  setMany: async (added) => {
    for (const [key, value] of added) entries.set(key, structuredClone(value))
  },
  delMany: async (keys) => {
    for (const key of keys) entries.delete(key)
  },
  clear: async () => entries.clear(),
}

let owner: string | null = 'tenant amina'
const kept = keptAnswers(inMemory, () => owner)
const keep = (address: string, at: number, page = `/page-${address}`) =>
  kept.keep(address, { answer: { of: address }, at }, page)

beforeEach(() => {
  entries.clear()
  owner = 'tenant amina'
})

test('an answer is recalled with the time at which the registry gave it', async () => {
  await keep('/api/tasks', 7)
  expect(await kept.recall('/api/tasks')).toEqual({ answer: { of: '/api/tasks' }, at: 7 })
  expect(await kept.recall('/api/other')).toBeUndefined()
})

test('answers of the last 50 pages are kept, and an answer stays as long as a later page reads it', async () => {
  await keep('shared', 0, '/first')
  await keep('own', 0, '/first')
  await keep('shared', 1, '/second')
  for (let number = 2; number <= pagesKept; number += 1) await keep(`${number}`, number)
  expect(await kept.recall('own')).toBeUndefined()
  expect(await kept.recall('shared')).toMatchObject({ at: 1 })
  await keep('one more', 99)
  expect(await kept.recall('shared')).toBeUndefined()
  expect(await kept.recall('2')).toBeDefined()
  expect(entries.size).toBe(pagesKept + 1)
})

describe('what one person read', () => {
  test('is deleted before another person reads or keeps anything', async () => {
    await keep('/api/wallet', 1)
    owner = 'tenant juma'
    expect(await kept.recall('/api/wallet')).toBeUndefined()
    expect(entries.size).toBe(0)
  })

  test('is deleted when another person opens the app, and for the same person of another tenant', async () => {
    await keep('/api/wallet', 1)
    owner = 'other amina'
    await kept.open()
    expect(entries.size).toBe(0)
  })

  test('is neither shown to a visitor nor deleted, because the person may sign in again', async () => {
    await keep('/api/wallet', 1)
    owner = null
    expect(await kept.recall('/api/wallet')).toBeUndefined()
    await keep('/api/figures', 2)
    owner = 'tenant amina'
    expect(await kept.recall('/api/wallet')).toBeDefined()
    expect(await kept.recall('/api/figures')).toBeUndefined()
  })

  test('is gone after a sign-out', async () => {
    await keep('/api/wallet', 1)
    await kept.forget()
    expect(entries.size).toBe(0)
  })
})
