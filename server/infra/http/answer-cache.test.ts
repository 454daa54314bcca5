import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { megabyte } from '#shared/rules/limits.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { answerCache } from './answer-cache.ts'
import { serveWith } from './serve.ts'

test('a failure goes to all who wait for it and is not cached', async () => {
  let computed = 0
  const answers: PromiseWithResolvers<object>[] = []
  const { inject } = aServer(() => {
    computed += 1
    const answer = Promise.withResolvers<object>()
    answers.push(answer)
    return answer.promise
  })
  const together = [inject('/open?n=1'), inject('/open?n=1'), inject('/open?n=2')]
  await expect.poll(() => computed).toBe(2)
  answers[0]!.reject(new Error('Not now.'))
  answers[1]!.resolve({ text: 'two' })
  expect((await Promise.all(together)).map(({ statusCode }) => statusCode)).toEqual([500, 500, 200])
  const again = inject('/open?n=1')
  await expect.poll(() => computed).toBe(3)
  answers[2]!.resolve({ text: 'one' })
  expect((await again).json()).toEqual({ text: 'one' })
})

test('a read that begins before a change and ends after it is not cached', async () => {
  let time = 0
  const cache = answerCache(() => (time += 1))
  const answer = Promise.withResolvers<object>()
  let computed = 0
  const { inject } = aServer(() => (++computed === 1 ? answer.promise : Promise.resolve({ text: 'new' })), cache)
  const early = inject('/open?n=1')
  await expect.poll(() => computed).toBe(1)
  cache.forget('here')
  expect((await inject('/open?n=1')).json()).toEqual({ text: 'new' })
  answer.resolve({ text: 'old' })
  expect((await early).json()).toEqual({ text: 'old' })
  expect((await inject('/open?n=1')).json()).toEqual({ text: 'new' })
})

test('100 000 different answers take no more memory than they may', async () => {
  const { inject } = aServer((n) => Promise.resolve({ text: `${n} `.repeat(500) }))
  const held = () => {
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  for (let n = 0; n < 1_000; n += 1) await inject(`/open?n=${n}`)
  const before = held()
  for (let n = 1_000; n < 101_000; n += 100) {
    const computed = Array.from({ length: 100 }, (_, more) =>
      inject(`/open?n=${n + more}`, more === 0 ? { 'accept-encoding': 'gzip, br' } : {}),
    )
    await Promise.all(computed)
  }
  // All answers take some 150 MB; other files' registries work in the same process.
  expect(held() - before).toBeLessThan(48 * megabyte)
}, 120_000)

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Its one public call is `/open?n=…`. */
function aServer(answerTo: (n: number) => Promise<object>, cache = answerCache()) {
  const app = fastify()
  closeAfterwards(() => app.close())
  app.decorateRequest('isAnsweredFromMemory', false)
  const visitor = {
    userId: null,
    tenantId: 'here',
    accountIds: [],
    adminOf: [],
    isTenantAdmin: false,
    address: '',
    requestId: '',
  }
  const anybody = () => Promise.resolve(visitor)
  const once = () => Promise.reject(new Error('Nobody sends a key.'))
  const serve = serveWith(
    app,
    { strict: anybody, welcoming: anybody, linked: anybody },
    { checkReplies: false, cache, once },
  )
  const open = endpoint({
    name: 'open',
    method: 'GET',
    path: '/open',
    summary: 'What the test says',
    access: 'registry.read',
    query: z.strictObject({ n: z.coerce.number() }),
    reply: z.object({ text: z.string() }),
  })
  serve(open, ({ query }) => answerTo(query.n) as Promise<{ text: string }>)
  return { inject: (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers }) }
}
