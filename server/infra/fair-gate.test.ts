import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { fairGate } from './fair-gate.ts'

const crowded = () => new Error('crowded')

function worksAt(limits: Omit<Parameters<typeof fairGate>[0], 'crowded'>) {
  const gate = fairGate({ ...limits, crowded })
  const began: string[] = []
  const refused: string[] = []
  const ends = new Map<string, () => void>()
  return {
    gate,
    began,
    refused,
    /** `name` is the caller and a number. */
    come(name: string) {
      const begin = () => void began.push(name)
      const refuse = () => void refused.push(name)
      ends.set(name, gate.enter(name.split(' ', 1)[0] ?? '', begin, refuse))
    },
    async end(name: string) {
      ends.get(name)?.()
      await Promise.resolve()
    },
  }
}

const each = (caller: string, count: number) => Array.from({ length: count }, (_, index) => `${caller} ${index}`)

test('a work begins at once, within the call, while there is room', () => {
  const { come, began, gate } = worksAt({ atOnce: 2, waiting: 0 })
  come('one 0')
  come('one 1')
  expect([began, gate.load()]).toEqual([['one 0', 'one 1'], { running: 2, waiting: 0, callers: 1 }])
})

test('a caller with many requests delays nobody: waiting callers take turns', async () => {
  const { come, end, began } = worksAt({ atOnce: 1, waiting: 40 })
  for (const name of [...each('one', 6), 'two 0', 'three 0']) come(name)
  const order = ['one 0', 'one 1', 'two 0', 'three 0', 'one 2', 'one 3', 'one 4', 'one 5']
  for (const name of order) await end(name)
  expect(began).toEqual(order)
})

test('one caller has a part of the places, and another finds one free', async () => {
  const { come, end, began } = worksAt({ atOnce: 4, ofOne: 2, waiting: 40 })
  for (const name of [...each('one', 5), ...each('two', 3)]) come(name)
  expect(began).toEqual(['one 0', 'one 1', 'two 0', 'two 1'])
  await end('two 0')
  await end('one 0')
  expect(began.slice(4)).toEqual(['two 2', 'one 2'])
})

test('where too many wait, the newest of whoever has most of them waiting is refused, and nobody else', async () => {
  const { come, end, began, refused, gate } = worksAt({ atOnce: 1, waiting: 4 })
  for (const name of each('one', 5)) come(name)
  expect(refused).toEqual([])
  come('one 5')
  expect(refused).toEqual(['one 5'])
  come('two 0')
  come('two 1')
  expect(refused).toEqual(['one 5', 'one 4', 'one 3'])
  come('two 2')
  come('three 0')
  expect(refused.slice(3)).toEqual(['two 2', 'one 2'])
  const order = ['one 0', 'one 1', 'two 0', 'three 0', 'two 1']
  for (const name of order) await end(name)
  expect([began, gate.load()]).toEqual([order, { running: 0, waiting: 0, callers: 0 }])
})

test('a work that was given up while it waited takes no turn, and one that has ended ends no other', async () => {
  const { come, end, began, gate } = worksAt({ atOnce: 1, waiting: 4 })
  for (const name of ['one 0', 'two 0', 'three 0']) come(name)
  await end('two 0')
  await end('two 0')
  expect(gate.load()).toEqual({ running: 1, waiting: 1, callers: 2 })
  await end('one 0')
  await end('one 0')
  expect([began, gate.load()]).toEqual([['one 0', 'three 0'], { running: 1, waiting: 0, callers: 1 }])
})

test('nothing about a caller is stored once its work is over', async () => {
  const { come, end, gate } = worksAt({ atOnce: 1, ofOne: 1, waiting: 1 })
  const callers = Array.from({ length: 1_000 }, (_, number) => `${number} 0`)
  for (const name of callers) come(name)
  for (const name of callers) await end(name)
  expect(gate.load()).toEqual({ running: 0, waiting: 0, callers: 0 })
})

test('a work is refused when it has waited as long as it may', async () => {
  const gate = fairGate({ atOnce: 1, waiting: 4, waitMs: 1, crowded })
  const running = Promise.withResolvers<string>()
  const first = gate.run('one', () => running.promise)
  await expect(gate.run('two', async () => 'late')).rejects.toThrow('crowded')
  running.resolve('done')
  expect([await first, gate.load()]).toEqual(['done', { running: 0, waiting: 0, callers: 0 }])
})

test('a work that fails gives its place to the next one', async () => {
  const gate = fairGate({ atOnce: 1, waiting: 4, crowded })
  const failing = gate.run('one', async () => {
    throw new Error('broken')
  })
  const next = gate.run('two', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('a work that has waited runs in what belongs to its own caller, and so does its refusal', async () => {
  const whose = new AsyncLocalStorage<string>()
  const gate = fairGate({ atOnce: 1, waiting: 2, crowded })
  const reported: string[] = []
  const come = (caller: string) =>
    whose.run(caller, () =>
      gate.enter(
        caller,
        () => void reported.push(`${caller} runs in ${whose.getStore()}`),
        () => void reported.push(`${caller} is refused in ${whose.getStore()}`),
      ),
    )
  const leave = come('one')
  come('two')
  whose.run('one', leave)
  await Promise.resolve()
  come('three')
  come('three')
  come('four')
  expect(reported).toEqual(['one runs in one', 'two runs in two', 'three is refused in three'])
})
