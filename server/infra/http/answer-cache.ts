import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Written } from '#server/infra/written.ts'

/** From the start of the read. Needs no invalidation between processes: a change is visible within a second. */
const freshForMs = 500
const maxCachedBytes = 16 * 1024 * 1024
/** Smaller answers hardly compress. */
const compressFromBytes = 1_024
/** Bounds an answer's headers and objects. */
const besideBytes = 4_096
/** Callers can forge the header. */
const maxWishes = 100
const maxTenants = 10_000

export const jsonType = 'application/json; charset=utf-8'

type Encoding = 'br' | 'gzip' | 'identity'
/** `head` is for `writeHead`. */
type Form = { encoding: Encoding; bytes: Buffer; head: string[] }
type Read = { tenantId: string; startedAt: number }

export type CachedAnswer = {
  etag: string
  headOfUnchanged: string[]
  /** In the request's encoding; created once. */
  formFor(request: FastifyRequest): Form | Promise<Form>
}

type Entry = CachedAnswer & Read & { byteLength: number }

export type AnswerCache = {
  /** Null without a fresh answer. */
  find(request: FastifyRequest): CachedAnswer | null
  /**
   * Returns a public answer from the cache or from `compute`, which equal concurrent requests share, failures included.
   * Caches the headers of `reply`. A change in `tenantId` invalidates it.
   */
  answerTo(
    call: { request: FastifyRequest; reply: FastifyReply; tenantId: string },
    compute: Compute,
  ): Promise<CachedAnswer>
  /** Invalidates a tenant's answers in this process. */
  forget(tenantId: string): void
}
type Compute = () => Promise<unknown>

/** Whether only host and address determine the answer; we never read cookies. */
export function isSameForAll({ method, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && headers.authorization === undefined && headers['idempotency-key'] === undefined
}

/** Caches public answers for half a second, serialised and compressed once, in bounded memory (ADR 39). */
export function answerCache(now: () => number = () => performance.now()): AnswerCache {
  const answers = new LRUCache<string, Entry>({ maxSize: maxCachedBytes })
  const underWay = new Map<string, Read & { answer: Promise<Entry> }>()
  const changedAt = new LRUCache<string, number>({ max: maxTenants })

  function isFresh({ tenantId, startedAt }: Read): boolean {
    return now() - startedAt < freshForMs && startedAt > (changedAt.get(tenantId) ?? Number.NEGATIVE_INFINITY)
  }

  return {
    find(request) {
      const cached = isSameForAll(request) ? answers.get(keyOf(request)) : undefined
      return cached && isFresh(cached) ? cached : null
    },

    async answerTo({ request, reply, tenantId }, compute) {
      const key = keyOf(request)
      const cached = answers.get(key)
      // Another request may have filled the cache.
      if (cached && isFresh(cached)) return cached
      const same = underWay.get(key)
      if (same && isFresh(same)) return same.answer
      const read = { tenantId, startedAt: now() }
      const answer = compute().then((found) => ({ ...read, ...inForms(found, headersOf(reply)) }))
      underWay.set(key, { ...read, answer })
      try {
        const cached = await answer
        if (isFresh(cached)) answers.set(key, cached, { size: 2 * (cached.byteLength + key.length) + besideBytes })
        return cached
      } finally {
        if (underWay.get(key)?.answer === answer) underWay.delete(key)
      }
    },

    forget(tenantId) {
      changedAt.set(tenantId, now())
    },
  }
}

/** Bypasses Fastify's hooks. */
export function sendCached(cached: CachedAnswer, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  if (isUnchanged(request, cached.etag)) {
    reply.raw.writeHead(304, cached.headOfUnchanged).end()
    return
  }
  const write = ({ head, bytes }: Form) => {
    reply.raw.writeHead(200, head).end(request.method === 'HEAD' ? undefined : bytes)
  }
  const form = cached.formFor(request)
  if (form instanceof Promise) form.then(write, (error: Error) => reply.raw.destroy(error))
  else write(form)
}

/** The host determines the registry. */
function keyOf({ headers, raw }: FastifyRequest): string {
  return `${headers.host}\n${raw.url}`
}

function headersOf(reply: FastifyReply): string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])
}

function inForms(found: unknown, headers: string[]) {
  const body = exactly(found instanceof Written ? found.json : JSON.stringify(found))
  const etag = `W/"${hash('sha1', body, 'base64url')}"`
  const headOfUnchanged = [...headers, 'etag', etag]
  const head = [...headOfUnchanged, 'content-type', jsonType]
  const made: Partial<Record<Encoding, Form | Promise<Form>>> = {}

  async function compressed(encoding: 'br' | 'gzip'): Promise<Form> {
    const bytes = exactly(await compress[encoding](body))
    const lengths = ['content-encoding', encoding, 'content-length', String(bytes.length)]
    const form = { encoding, bytes, head: [...head, ...lengths] }
    made[encoding] = form
    return form
  }
  function formIn(encoding: Encoding): Form | Promise<Form> {
    if (encoding !== 'identity') return compressed(encoding)
    return { encoding, bytes: body, head: [...head, 'content-length', String(body.length)] }
  }

  return {
    etag,
    headOfUnchanged,
    byteLength: body.length,
    formFor({ headers }: FastifyRequest) {
      const encoding = body.length < compressFromBytes ? 'identity' : encodingFor(headers['accept-encoding'])
      made[encoding] ??= formIn(encoding)
      return made[encoding]
    },
  }
}

/** Exact size: compressors return larger buffers, and small buffers share memory. */
function exactly(content: string | Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  if (typeof content === 'string') copy.write(content)
  else content.copy(copy)
  return copy
}

/** Higher quality takes several times as long for 5 % fewer bytes. */
const brotliQuality = 4
const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)]
const compress = {
  br: (bytes: Buffer) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (bytes: Buffer) => gzipped(bytes),
}

const wishes = new Negotiator<Encoding>({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: maxWishes }),
})

function encodingFor(wish: string | string[] | undefined): Encoding {
  return typeof wish === 'string' ? (wishes.negotiate(wish) ?? 'identity') : 'identity'
}

/** Weak comparison (RFC 9110, 13.1.2): an answer has several encodings. */
function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']
  return known !== undefined && (known === etag || `W/${known}` === etag)
}
