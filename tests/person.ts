import { z } from 'zod'
import { pathOf } from '#shared/contract/calls.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#shared/contract/endpoint.ts'
import { Failure, isFailureCode } from '#shared/rules/failure.ts'

/** What a call takes: each part only where the endpoint declares it. */
type CallInput<E extends Endpoint> = {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  /** For uploads: the fields in their order, the file last. */
  form?: FormData
  headers?: Record<string, string>
}

/** Somebody who calls the registry over HTTP, with a real token or, as a visitor, without. */
export type Caller = {
  /** The endpoint's answer, held against its schema. A refusal throws the `Failure` that the server answered. */
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<ReplyOf<E>>
  /** The bare answer to any request; `path` starts with a slash. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

export type Person = Caller & { username: string; email: string; token: string; accountId: string | null }

export function callerAt(baseUrl: string, token: string | null): Caller {
  const ask = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (token) headers.set('authorization', `Bearer ${token}`)
    return fetch(`${baseUrl}${path}`, { ...init, headers })
  }
  return {
    fetch: ask,
    async call(endpoint, input = {}) {
      const response = await ask(addressOf(endpoint, input), requestOf(endpoint, input))
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
const refusal = z.object({
  code: z.string().refine(isFailureCode),
  message: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string(), meanwhile: meanwhile.optional() })).optional(),
  requestId: z.string(),
})

async function failureIn(response: Response): Promise<Failure> {
  const text = await response.text()
  const { code, message, details } = refusal.parse(JSON.parse(text))
  const failure = new Failure(
    code,
    message,
    details?.map(({ meanwhile, ...detail }) => ({ ...detail, ...(meanwhile && { meanwhile }) })),
  )
  if (failure.status !== response.status)
    throw new Error(`${response.status} with a body of ${failure.status}: ${text}`)
  return failure
}
