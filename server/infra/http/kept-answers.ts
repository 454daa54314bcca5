import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Written } from '#server/infra/written.ts'

/**
 * How long an answer is good, from the moment at which it began to be read: short enough that nobody need be told of a change,
 * whoever made it and in whatever process, and that it is seen within a second, what else remembers a tenant counted in.
 */
const goodForMs = 500
const mostKeptBytes = 16 * 1024 * 1024
/** Of a smaller answer the compressed form is hardly smaller. */
const compressFromBytes = 1_024
/** What an answer takes beside its own bytes, at most: its headers in every form, and what JavaScript needs for them. */
const besideBytes = 4_096
/** A bound, as callers may make the header up. */
const maxWishes = 100
const maxTenants = 10_000

export const jsonType = 'application/json; charset=utf-8'

type Encoding = 'br' | 'gzip' | 'identity'
/** The bytes of an answer in one encoding, and all of its headers as `writeHead` takes them. */
type Form = { encoding: Encoding; bytes: Buffer; head: string[] }
/** Something that was read in a tenant's data, and when its reading began. */
type Read = { tenantId: string; startedAt: number }

/** An answer as it is sent to whoever may read it. */
export type KeptAnswer = {
  etag: string
  headOfUnchanged: string[]
  /** The form that a request wishes for, each made once. */
  formFor(request: FastifyRequest): Form | Promise<Form>
}

type Kept = KeptAnswer & Read & { byteLength: number }

export type KeptAnswers = {
  /** Returns what is kept for a request; null if nothing good is. */
  find(request: FastifyRequest): KeptAnswer | null
  /**
   * Returns the answer to a visitor's request: computed by `compute`, once at a time for all who ask for the same, who also
   * share its failure; a good answer is kept with the headers that `reply` has then. It may be read in `tenantId`'s data.
   */
  answerTo(
    call: { request: FastifyRequest; reply: FastifyReply; tenantId: string },
    compute: Compute,
  ): Promise<KeptAnswer>
  /** Forgets what is kept of a tenant in this process: something in it was changed here. */
  forget(tenantId: string): void
}
type Compute = () => Promise<unknown>

/** Whether the answer depends on the address and on nothing that the caller says of itself; cookies are never read. */
export function isSameForAll({ method, headers }: FastifyRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return isRead && headers.authorization === undefined && headers['idempotency-key'] === undefined
}

/** Keeps public answers for half a second, serialised and compressed once, in a bounded number of bytes (ADR 39). */
export function keptAnswers(now: () => number = () => performance.now()): KeptAnswers {
  const answers = new LRUCache<string, Kept>({ maxSize: mostKeptBytes })
  const underWay = new Map<string, Read & { answer: Promise<Kept> }>()
  const changedAt = new LRUCache<string, number>({ max: maxTenants })

  function isGood({ tenantId, startedAt }: Read): boolean {
    return now() - startedAt < goodForMs && startedAt > (changedAt.get(tenantId) ?? Number.NEGATIVE_INFINITY)
  }

  return {
    find(request) {
      const kept = isSameForAll(request) ? answers.get(keyOf(request)) : undefined
      return kept && isGood(kept) ? kept : null
    },

    async answerTo({ request, reply, tenantId }, compute) {
      const key = keyOf(request)
      const kept = answers.get(key)
      // Another request was answered while this one waited for its turn.
      if (kept && isGood(kept)) return kept
      const same = underWay.get(key)
      if (same && isGood(same)) return same.answer
      const read = { tenantId, startedAt: now() }
      const answer = compute().then((found) => ({ ...read, ...inForms(found, headersOf(reply)) }))
      underWay.set(key, { ...read, answer })
      try {
        const kept = await answer
        if (isGood(kept)) answers.set(key, kept, { size: 2 * (kept.byteLength + key.length) + besideBytes })
        return kept
      } finally {
        if (underWay.get(key)?.answer === answer) underWay.delete(key)
      }
    },

    forget(tenantId) {
      changedAt.set(tenantId, now())
    },
  }
}

/** Sends an answer by the raw response, past what hooks do to others: it has its headers, its tag and the form wished for. */
export function sendKept(kept: KeptAnswer, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  if (isUnchanged(request, kept.etag)) {
    reply.raw.writeHead(304, kept.headOfUnchanged).end()
    return
  }
  const write = ({ head, bytes }: Form) => {
    reply.raw.writeHead(200, head).end(request.method === 'HEAD' ? undefined : bytes)
  }
  const form = kept.formFor(request)
  if (form instanceof Promise) form.then(write, (error: Error) => reply.raw.destroy(error))
  else write(form)
}

/** The host says which registry is meant. */
function keyOf({ headers, raw }: FastifyRequest): string {
  return `${headers.host}\n${raw.url}`
}

/** The headers of an answer as far as they are the same for every caller and every form. */
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

/** A copy in as much memory as it needs: what the compressor gives lies in far more, and small buffers share theirs. */
function exactly(content: string | Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  if (typeof content === 'string') copy.write(content)
  else content.copy(copy)
  return copy
}

/** At a higher quality brotli takes several times as long for a twentieth fewer bytes. */
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

/** Weakly compared (RFC 9110, 13.1.2), since one answer has several forms. */
function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']
  return known !== undefined && (known === etag || `W/${known}` === etag)
}
