import { z } from 'zod'
import { pathOf } from '#shared/contract/calls.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf, WaitingOf } from '#shared/contract/endpoint.ts'
import {
  because,
  Failure,
  type FailureCode,
  isFailureCode,
  type Refusal,
  type RefusalReason,
} from '#shared/rules/failure.ts'
import en from '#shared/texts/refusals/en.json' with { type: 'json' }
import fr from '#shared/texts/refusals/fr.json' with { type: 'json' }
import sw from '#shared/texts/refusals/sw.json' with { type: 'json' }
import { holdToDocument } from './published-schema.ts'

type CallInput<E extends Endpoint> = {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  /** Fields in order, the file last. */
  form?: FormData
  headers?: Record<string, string>
}

/** Calls with a real token, or as a visitor; checks responses against the API document. */
export type Caller = {
  /** Returns the reply, checked against its schema. Throws the server's `Failure`. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<ReplyOf<E>>
  /** The reply of a call whose act has to wait (202). */
  wait<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<WaitingOf<E>>
  /** `path` starts with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

export type Person = Caller & { username: string; email: string; token: string; accountId: string | null }

export function callerAt(baseUrl: string, token: string | null): Caller {
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers })
    await holdToDocument(init.method ?? 'GET', path, response)
    return response
  }
  return {
    fetch: send,
    async wait(endpoint, input = {}) {
      const response = await send(addressOf(endpoint, input), requestOf(endpoint, input))
      if (!response.ok) throw await failureIn(response)
      if (response.status !== 202 || !endpoint.waiting) throw new Error(`${endpoint.name} answered ${response.status}.`)
      return endpoint.waiting.parse(await response.json()) as WaitingOf<typeof endpoint>
    },
    async call(endpoint, input = {}) {
      const response = await send(addressOf(endpoint, input), requestOf(endpoint, input))
      if (!response.ok) throw await failureIn(response)
      if (response.status !== endpoint.status) throw new Error(`${endpoint.name} answered ${response.status}.`)
      const answer = endpoint.file ? new Uint8Array(await response.arrayBuffer()) : await response.json()
      return endpoint.reply.parse(answer) as ReplyOf<typeof endpoint>
    },
  }
}

const fields = z.record(z.string(), z.string())

function addressOf(endpoint: Endpoint, { params, query }: CallInput<Endpoint>): string {
  const path = pathOf(endpoint, fields.parse(params ?? {}))
  const search = new URLSearchParams()
  for (const [name, given] of Object.entries(query ?? {})) {
    for (const value of [given].flat()) if (value !== undefined) search.append(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

function requestOf(endpoint: Endpoint, { body, form, headers = {} }: CallInput<Endpoint>): RequestInit {
  const { method } = endpoint
  if (form) return { method, headers, body: form }
  if (body === undefined) return { method, headers }
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

const meanwhile = z.object({
  now: z.unknown(),
  names: z.record(z.string(), z.string()),
  by: z.string().nullable(),
  at: z.string().nullable(),
})
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))
const answer = z.object({
  code: z.string().refine(isFailureCode),
  message: z.string(),
  reason: z.custom<RefusalReason>((value) => typeof value === 'string').optional(),
  facts: facts.optional(),
  details: z
    .array(
      z.object({
        path: z.string(),
        message: z.string(),
        reason: z.string().optional(),
        facts: facts.optional(),
        meanwhile: meanwhile.optional(),
      }),
    )
    .optional(),
  requestId: z.string(),
})

async function failureIn(response: Response): Promise<Failure> {
  const text = await response.text()
  const { code, message, reason, facts, details: found } = answer.parse(JSON.parse(text))
  const details = found?.map(({ meanwhile, ...detail }) => ({ ...detail, ...(meanwhile && { meanwhile }) }))
  const failure = reason
    ? new Failure(code, message, withSentences(because(reason, facts)), details)
    : new Failure(explained(code), message, undefined, details)
  if (failure.status !== response.status)
    throw new Error(`${response.status} with a body of ${failure.status}: ${text}`)
  return failure
}

const general = ['invalid', 'forbidden', 'not_found', 'conflict'] as const
const isGeneral = (code: FailureCode): code is (typeof general)[number] => general.some((each) => each === code)

/** Throws for a general code, which names no reason. */
function explained(code: FailureCode) {
  if (isGeneral(code)) throw new Error(`A refusal with ${code} does not say its reason.`)
  return code
}

const texts = { en, fr, sw }

/** Throws unless every language has a sentence for the reason and all facts that it names. */
function withSentences(refusal: Refusal): Refusal {
  const [group = '', name = ''] = refusal.reason.split('.')
  for (const [language, { refusals }] of Object.entries(texts)) {
    const sentence: unknown = Reflect.get(Reflect.get(refusals, group) ?? {}, name)
    if (typeof sentence !== 'string') throw new Error(`${refusal.reason} has no sentence in ${language}.`)
    const unfilled = [...sentence.matchAll(/\{\{(\w+)/g)].filter(([, fact = '']) => !Object.hasOwn(refusal.facts, fact))
    if (unfilled.length > 0) throw new Error(`${refusal.reason} does not give all facts of: ${sentence}`)
  }
  return refusal
}
