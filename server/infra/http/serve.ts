import { hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Accepted } from '#server/infra/accepted.ts'
import type { Requester } from '#server/infra/auth/requester.ts'
import type { KeyedCall } from '#server/infra/db/once.ts'
import type { ReadUpload, Upload } from '#server/infra/files/upload.ts'
import { Written } from '#server/infra/written.ts'
import { takesKey } from '#shared/contract/calls.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { detailsOf } from '#shared/contract/issues.ts'
import { auditorHeader } from '#shared/rules/auditor-link.ts'
import { accountHeader } from '#shared/rules/chosen-account.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { type Idempotency, idempotencyKeyCharacters } from '#shared/rules/idempotency.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Actor, admit, permissions } from '#shared/rules/permissions.ts'
import { type AnswerCache, isSameForAll, jsonType, sendCached } from './answer-cache.ts'
import { allowCaching, neverCached } from './cache-control.ts'
import { eventStream } from './events.ts'
import { giveUpPlace, type Share } from './gate.ts'
import type { MakeOnce } from './once.ts'
import { readUpload } from './upload.ts'

/** Admitted, with valid input. */
type Call<E extends Endpoint> = {
  actor: Actor
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  idempotency: Idempotency
  upload: ReadUpload
  request: FastifyRequest
  reply: FastifyReply
}

/** Never Fastify's `reply`: awaiting it blocks. */
type Answer<E extends Endpoint> =
  | z.input<E['reply']>
  | Accepted<z.input<NonNullable<E['waiting']>>>
  | Written<z.input<E['reply']>>
  | Readable

export type Serve = <E extends Endpoint>(call: E, handler: (call: Call<E>) => Promise<Answer<E>> | Answer<E>) => void

/** Fails with `unauthenticated` and a reason, or with `forbidden` where the token does not state what the registry asks for. */
export type RequireSignIn = (actor: Actor, quantity: number) => Promise<void>

type ActorOf = (requester: Requester) => Promise<Actor>
/**
 * For an invalid token, `strict` throws and `welcoming` returns a visitor. `linked` admits the bearer of an auditor's
 * link.
 */
export type Doors = {
  strict: ActorOf
  welcoming: ActorOf
  linked: (requester: Requester, link: string) => Promise<Actor>
}

/**
 * Creates `serve`: it admits the actor before it reads the body, validates the input, and runs the handler, once per
 * Idempotency-Key. Throws for an endpoint without an access rule. `checkReplies` (for tests) validates replies.
 */
export function serveWith(
  app: FastifyInstance,
  doors: Doors,
  options: { checkReplies: boolean; cache: AnswerCache; once: MakeOnce; requireSignIn?: RequireSignIn },
): Serve {
  return <E extends Endpoint>(call: E, handler: (call: Call<E>) => Promise<Answer<E>> | Answer<E>) => {
    if (!Object.hasOwn(permissions, call.access)) throw new Error(`${call.name} has no access rule`)
    const requireSignIn = call.isSensitive && options.requireSignIn
    if (call.isSensitive && !requireSignIn) throw new Error(`${call.name} is sensitive, and nothing judges sign-ins`)
    const isForAnybody = permissions[call.access].visitor !== 'none'
    const isPublicRead = isForAnybody && call.method === 'GET' && !call.file && !call.isFinal
    const actorOf = isForAnybody ? doors.welcoming : doors.strict
    app.route({
      method: call.method,
      url: call.path,
      config: { isUpload: call.multipart !== undefined, share: shareOf(call, isForAnybody) },
      // Brotli holds back the first megabytes of a stream.
      ...(call.file !== undefined && { compress: { encodings: ['gzip'] } }),
      onRequest: async (request, reply) => {
        reply.header('cache-control', neverCached)
        const link = call.byLink && request.headers[auditorHeader]
        if (typeof link === 'string') {
          request.actor = await doors.linked(requesterOf(request), link)
          return
        }
        const actor = await actorOf(requesterOf(request))
        admit(actor, call.access, call.limitedAct)
        request.actor = actor
      },
      handler: async (request, reply) => {
        const query = valid<E['query']>(call.query, request.query ?? {}, 'query')
        const idempotency = idempotencyOf(call, request)
        const keyed = keyedCallOf(call, request, idempotency)
        const reading: ReadUpload = (taking) => readUpload(request, call, taking)
        const answered = async (upload = reading) => {
          const params = valid<E['params']>(call.params, given(request.params), 'path')
          const body = valid<E['body']>(call.body, call.multipart ? undefined : (request.body ?? undefined), 'body')
          if (requireSignIn) await requireSignIn(request.actor, unitsIn(body))
          const answer = await handler({
            actor: request.actor,
            params,
            query,
            body,
            idempotency,
            upload,
            request,
            reply,
          })
          if (options.checkReplies && !call.file) checkReply(call, answer, keyed)
          if (answer instanceof Accepted) return answer
          reply.code(call.status)
          // Without a file it is the endpoint's reply.
          const isFinal = !call.file && (call.isFinal?.(plain(answer) as z.output<E['reply']>) ?? true)
          if (isForAnybody && isFinal) allowCaching(request, reply, ['accept-encoding'])
          return answer
        }
        if (isPublicRead && isSameForAll(request)) {
          const tenantId = tenantIn(query) ?? request.actor.tenantId
          const cached = await options.cache.answerTo({ request, reply, tenantId }, answered)
          giveUpPlace(request)
          return sendCached(cached, request, reply)
        }
        try {
          const once = (call: KeyedCall) =>
            options.once(call, (uploadOnce) => answered(uploadOnce(reading, hashOfUpload(request.actor))))
          const answer = keyed ? await once(keyed) : await answered()
          if (answer instanceof Accepted) return reply.code(202).type(jsonType).send(answer.act)
          reply.code(call.status)
          if (call.file) return reply.type(call.file).send(answer)
          return answer instanceof Written ? reply.type(jsonType).send(answer.json) : answer
        } finally {
          if (call.method !== 'GET') options.cache.forget(request.actor.tenantId)
        }
      },
    })
  }
}

function shareOf({ method, file, isSearch }: Endpoint, isForAnybody: boolean): Share {
  if (method !== 'GET') return 'changes'
  if (isSearch) return 'searches'
  if (file !== undefined && file !== eventStream) return 'papers'
  return isForAnybody ? 'reads' : 'members'
}

function tenantIn(query: unknown): string | null {
  const named = query !== null && typeof query === 'object' && 'tenantId' in query ? query.tenantId : null
  return typeof named === 'string' ? named : null
}

export function requesterOf({ host, headers, ip, id, log }: FastifyRequest): Requester {
  const account = headers[accountHeader]?.toString()
  return { host, authorization: headers.authorization, account, address: ip, requestId: id, log }
}

/** Fastify passes `{}` or null without parameters. */
function given(params: unknown): unknown {
  return params && typeof params === 'object' && Object.keys(params).length > 0 ? params : undefined
}

function valid<Schema extends z.ZodType>(schema: Schema, input: unknown, where: string): z.output<Schema> {
  const read = schema.safeParse(input)
  if (read.success) return read.data
  const details = detailsOf(read.error.issues, input, where)
  const [first] = details
  const message = first ? `${first.path}: ${first.message}` : 'The request is not valid.'
  throw new Failure('invalid', message, because('request.invalid'), details)
}

/** The units that a movement's body names; 0 for other acts. */
function unitsIn(body: unknown): number {
  const { items = [body] } = Object(body)
  return items.reduce((sum: number, item: unknown) => sum + (Object(item).quantity ?? 0), 0)
}

function plain(answer: unknown): unknown {
  return answer instanceof Written ? answer.value() : answer
}

function checkReply(call: Endpoint, answer: unknown, keyed: KeyedCall | null): void {
  const read =
    answer instanceof Accepted ? (call.waiting ?? z.never()).safeParse(answer.act) : call.reply.safeParse(plain(answer))
  if (!read.success) throw new Error(`${call.name} answers what its contract does not say: ${read.error.message}`)
  if (keyed?.storedAnswer && keyed.storedAnswer !== JSON.stringify(plain(answer))) {
    throw new Error(`${call.name} answers something else than it has kept: ${keyed.storedAnswer}`)
  }
}

/** Draft "Idempotency-Key". */
function idempotencyOf(call: Endpoint, { actor, headers, body, params, query }: FastifyRequest): Idempotency {
  const key = headers['idempotency-key'] ?? null
  if (
    key !== null &&
    (typeof key !== 'string' || !idempotencyKeyCharacters.test(key) || key.length > limits.idempotencyKey)
  ) {
    throw new Failure(
      'invalid',
      `Idempotency-Key: 1 to ${limits.idempotencyKey} visible ASCII characters`,
      because('request.idempotencyKey', { most: limits.idempotencyKey }),
    )
  }
  // The ledger identifies movements by body; a repeated call may name another preview.
  const name = nameFor(actor, call.name)
  if (call.repeats === 'movement') return { key, requestHash: hashOf(name, { ...Object(body), previewId: undefined }) }
  return { key, requestHash: key === null ? hashOfNothing : hashOf(name, [params, query, body]) }
}

/** Null without a key or a stored answer. */
function keyedCallOf(call: Endpoint, { actor }: FastifyRequest, { key, requestHash }: Idempotency): KeyedCall | null {
  const { tenantId, userId: caller } = actor
  if (key === null || caller === null || !takesKey(call) || call.repeats === 'movement') return null
  return {
    tenantId,
    caller,
    key,
    call: call.name,
    requestHash: call.multipart ? null : requestHash,
    storedAnswer: null,
  }
}

const hashOfUpload =
  (actor: Actor) =>
  ({ call }: KeyedCall, { fields, fileName, draft: { sha256 } }: Upload): Uint8Array =>
    hashOf(nameFor(actor, call), [fields, fileName, sha256])

/** One key names no two acts, and acts for two accounts are two. */
function nameFor({ chosenAccountId }: Actor, call: string): string {
  return chosenAccountId === undefined ? call : `${call} for ${chosenAccountId}`
}

function hashOf(name: string, input: unknown): Uint8Array {
  return hash('sha256', `${name}\n${JSON.stringify(input, sortedKeys)}`, 'buffer')
}

const hashOfNothing = hash('sha256', '', 'buffer')

function sortedKeys(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor
  }
}
