import { expect, test } from 'vitest'
import { httpServer } from '#server/infra/http/server.ts'
import { aClosing } from './closing.ts'

test('a call that hangs is cut when its time is over', async () => {
  const app = httpServer({ PUBLIC_URL: 'http://127.0.0.1' })
  const arrived = Promise.withResolvers<void>()
  app.get('/', () => {
    arrived.resolve()
    return new Promise(() => {})
  })
  const url = await app.listen({ port: 0 })
  const hanging = fetch(url).catch((error: unknown) => error)
  await arrived.promise
  await aClosing().close(app, { drainMs: 0, cutAfterMs: 100 })
  expect(await hanging).toBeInstanceOf(TypeError)
})

test('a keep-alive connection is closed as soon as its call is answered', async () => {
  const app = httpServer({ PUBLIC_URL: 'http://127.0.0.1' })
  const arrived = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  app.get('/', () => {
    arrived.resolve()
    return answer.promise
  })
  const url = await app.listen({ port: 0 })
  const response = fetch(url)
  await arrived.promise
  const closed = aClosing().close(app, { drainMs: 0, cutAfterMs: 60_000 })
  await expect.poll(() => app.server.listening).toBe(false)
  answer.resolve('answered')
  expect(await (await response).text()).toBe('answered')
  await closed
})
