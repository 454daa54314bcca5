import compress from '@fastify/compress'
import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { exportOf } from '#shared/contract/export.ts'
import { listOf, listQuery } from '#shared/contract/fields.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { answerCache } from './answer-cache.ts'
import { answerFailures } from './errors.ts'
import { serveExport } from './exports.ts'
import { serveWith } from './serve.ts'

const listWords = endpoint({
  name: 'listWords',
  method: 'GET',
  path: '/api/words',
  summary: 'Words',
  access: 'registry.read',
  query: z.strictObject(listQuery),
  reply: listOf(z.object({ word: z.string() })),
})
const exportWords = exportOf(listWords, { word: 'holders.account' })
/** Large pages, so that the file does not fit into the buffers of a connection. */
const page = Array.from({ length: 2_000 }, (_, index) => ({ word: `${index} ${crypto.randomUUID()}` }))

const visitor: Actor = {
  userId: null,
  tenantId: 't',
  accountIds: [],
  adminOf: [],
  isTenantAdmin: false,
  address: '127.0.0.1',
  requestId: 'r',
}

let read = vi.fn()
let hasGone: Promise<void>
let close: () => Promise<void>
afterEach(() => close())

async function served(pageAt: (cursor: string | undefined) => { items: typeof page; nextCursor: string | null }) {
  const app = fastify()
  close = () => app.close()
  answerFailures(app)
  app.decorateRequest('actor')
  hasGone = new Promise((gone) => {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.raw.once('close', gone)
      done()
    })
  })
  await app.register(compress, { global: true, threshold: 1_024, encodings: ['br', 'gzip'] })
  const actorOf = async () => visitor
  const nobody = () => Promise.reject(new Error('No call is made once.'))
  const options = { checkReplies: true, cache: answerCache(), once: nobody }
  const serve = serveWith(app, { strict: actorOf, welcoming: actorOf, linked: actorOf }, options)
  read = vi.fn(async ({ query }: { query: { cursor?: string | undefined } }) => pageAt(query.cursor))
  serveExport(serve, exportWords, read)
  return `${await app.listen({ port: 0 })}${exportWords.path}`
}

test.each(['identity', 'br, gzip'])('a file that a failure cuts is no complete answer, as %s', async (encoding) => {
  const url = await served((cursor) => {
    if (cursor === '30') throw new Error('The database is gone.')
    return { items: page, nextCursor: String(Number(cursor ?? 0) + 1) }
  })
  const response = await fetch(url, { headers: { 'accept-encoding': encoding } })
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow()
})

test('a failure before the first row is a usual answer', async () => {
  const url = await served(() => {
    throw new Error('The database is gone.')
  })
  const response = await fetch(url)
  expect([response.status, await response.json()]).toEqual([500, expect.objectContaining({ code: 'bug' })])
})

test('nothing more is read once the caller has gone', async () => {
  const url = await served(() => ({ items: page, nextCursor: '1' }))
  const gone = new AbortController()
  const response = await fetch(url, { signal: gone.signal })
  await response.body?.getReader().read()
  gone.abort()
  await hasGone
  const before = read.mock.calls.length
  await fetch(url, { method: 'HEAD' })
  // One page may have been under way, and one is of the other call.
  expect(read.mock.calls.length - before).toBeLessThanOrEqual(2)
})

test('a slow caller is read for no further than it reads', async () => {
  const url = await served(() => ({ items: page, nextCursor: '1' }))
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  let before = -1
  const isStill = () => {
    const now = read.mock.calls.length
    const isSame = now === before
    before = now
    return isSame
  }
  await expect.poll(isStill, { interval: 200 }).toBe(true)
  expect(before).toBeLessThan(200)
  await response.body?.cancel()
})

test('a question for the head alone reads one page', async () => {
  const url = await served(() => ({ items: page, nextCursor: '1' }))
  const response = await fetch(url, { method: 'HEAD' })
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="words.csv"')
  expect(read).toHaveBeenCalledOnce()
})
