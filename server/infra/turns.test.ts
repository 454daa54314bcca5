import { expect, test } from 'vitest'
import { inTurns } from './turns.ts'

const crowded = () => new Error('crowded')

/** Works that run until they are told to end, in the order in which they began. */
function works() {
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      began.push(name)
      ends.set(name, () => resolve(name))
    })
  return { began, work, end: (name: string) => ends.get(name)?.() }
}

test('whoever asks for many holds up nobody else: callers take turns', async () => {
  const turn = inTurns({ atOnce: 1, waiting: 40, crowded })
  const { began, work, end } = works()
  const many = Array.from({ length: 6 }, (_, index) => turn('one', work(`one ${index}`)))
  const other = turn('other', work('other'))
  const third = turn('third', work('third'))
  end('one 0')
  await many[0]
  for (const name of ['one 1', 'other', 'third', 'one 2', 'one 3', 'one 4', 'one 5']) {
    await expect.poll(() => began.at(-1)).toBe(name)
    end(name)
  }
  expect(await Promise.all([...many, other, third])).toHaveLength(8)
})

test('a caller has a quarter of the places to wait, and all together have them all', async () => {
  const turn = inTurns({ atOnce: 1, waiting: 8, crowded })
  const { work, end } = works()
  const first = turn('one', work('first'))
  const waiting = ['one', 'two', 'three', 'four'].flatMap((caller) =>
    [1, 2].map(() => turn(caller, async () => caller)),
  )
  await expect(turn('one', async () => 'too many of one')).rejects.toThrow('crowded')
  await expect(turn('five', async () => 'too many of all')).rejects.toThrow('crowded')
  end('first')
  await first
  expect(await Promise.all(waiting)).toHaveLength(8)
  expect(await turn('five', async () => 'at rest')).toBe('at rest')
})

test('a work that fails gives its place to the next one', async () => {
  const turn = inTurns({ atOnce: 1, waiting: 4, crowded })
  const failing = turn('one', async () => {
    throw new Error('broken')
  })
  const next = turn('two', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
