import { expect, test } from 'vitest'
import { spawnGuarded } from '#embedded/guarded-process.ts'
import { supervise } from '#embedded/supervise.ts'

const aProgram = (script: string) => spawnGuarded('/bin/sh', ['-c', script], { orphanSignal: 'SIGTERM' })
const stops = { stopSignal: 'SIGTERM', stopGraceMs: 1_000 } as const

test('a server that ends again and again is started ever more slowly, and stopping ends that', async () => {
  const startedAt: number[] = []
  const supervision = supervise({
    name: 'The server',
    first: aProgram('exit 3'),
    async restart() {
      startedAt.push(performance.now())
      return aProgram('exit 3')
    },
    firstPauseMs: 20,
    ...stops,
  })
  await expect.poll(() => startedAt.length, { timeout: 15_000 }).toBe(6)
  await supervision.stop()
  const [first = 0, second = 0] = startedAt
  const [before = 0, last = 0] = startedAt.slice(-2)
  expect(last - before).toBeGreaterThan(4 * (second - first))
  expect(startedAt).toHaveLength(6)
})

test('a server that is stopped is not started again', async () => {
  const supervision = supervise({
    name: 'The server',
    first: aProgram('exec sleep 60'),
    restart: () => Promise.reject(new Error('It was started again.')),
    onTrouble: (trouble) => expect(trouble).toBe('nothing'),
    ...stops,
  })
  await supervision.stop()
})
