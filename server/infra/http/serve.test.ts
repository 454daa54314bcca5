import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#shared/contract/endpoint.ts'
import { answerCache } from './answer-cache.ts'
import { serveWith } from './serve.ts'

test('a call without an access rule stops the start', () => {
  const nobody = () => Promise.reject(new Error('Nobody is asked who calls.'))
  const serve = serveWith(
    fastify(),
    { strict: nobody, welcoming: nobody, linked: nobody },
    { checkReplies: true, cache: answerCache(), once: nobody },
  )
  const ruled = endpoint({
    name: 'openToWhom',
    method: 'GET',
    path: '/api/open',
    summary: 'Says who may ask only in its contract',
    access: 'registry.read',
    reply: z.object({}),
    failures: [],
  })
  expect(() => serve(ruled, () => ({}))).not.toThrow()
  const unruled = Object.assign({ ...ruled, path: '/api/other' }, { access: 'nobody.knows' })
  expect(() => serve(unruled as typeof ruled, () => ({}))).toThrow('openToWhom has no access rule')
})
