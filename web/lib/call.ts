import { type Call, pathOf } from '#shared/contract/calls.ts'
import type { CallOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#shared/contract/endpoint.ts'
import { type FailureCode, isFailureCode } from '#shared/rules/failure.ts'
import { permissions } from '#shared/rules/permissions.ts'
import { loadRefusals } from './refusal-texts.ts'
import { bearerToken, storedUser } from './session.ts'
import { endVisit, suspendVisit, visiting } from './visit.ts'

/** What a call may have besides its body. */
export interface Inputs<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
}

/** A call that the server answered with a failure. */
export class CallError extends Error {
  /** The call's name in the contract. */
  readonly call: string
  readonly status: number
  readonly body: unknown
  readonly code: FailureCode
  /** How long the server asked to be left alone; 0 if it did not. */
  readonly retryAfterMs: number

  constructor(call: string, message: string, status: number, body: unknown, retryAfter: string | null = null) {
    super(message)
    this.name = 'CallError'
    this.call = call
    this.status = status
    this.body = body
    const code = fieldOf(body, 'code')
    // Without a body of ours, a server in between said that ours does not answer.
    const unsaid = [502, 503, 504].includes(status) ? 'unavailable' : 'bug'
    this.code = code !== undefined && isFailureCode(code) ? code : unsaid
    this.retryAfterMs = (Number(retryAfter) || 0) * 1_000
  }
}

/** Whether a read failed because its address names nothing. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && [400, 404].includes(error.status)
}

/** Returns a member of an answer if it is a text that is not empty. */
export function fieldOf(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns the address of a call with its parameters and query; names without a value are left out. */
export function addressOf(endpoint: Call, { params, query }: { params?: unknown; query?: unknown }): string {
  const path = pathOf(endpoint, Object.fromEntries(entriesOf(params)))
  const search = new URLSearchParams(entriesOf(query)).toString()
  return search ? `${path}?${search}` : path
}

function entriesOf(values: unknown): [string, string][] {
  if (typeof values !== 'object' || values === null) return []
  return Object.entries(values).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one: unknown) =>
        one === undefined || one === null || one === '' ? [] : [[name, String(one)] satisfies [string, string]],
      ),
  )
}

/** Whether a call sends the token: all calls do that visitors may not make. */
export function needsToken(endpoint: Call): boolean {
  return permissions[endpoint.access].visitor === 'none'
}

/**
 * Makes a GET call and returns its reply. Throws a {@link CallError} `An error occurred while fetching the data.` A read as a reader
 * who signs out meanwhile never ends: their page is being left.
 */
export async function read<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  address: string,
  asUser: boolean,
): Promise<ReplyOf<E>> {
  const headers = headersFor(needsToken(endpoint) || asUser)
  const signal = headers.authorization ? visiting : null
  // What the server lets caches show while they fetch the next answer is for those between us, not for a page that was just changed.
  const answer = await fetch(address, { headers, signal, cache: 'no-cache' }).catch(unlessLeft)
  const body = bodyOf(await answer.text().catch(unlessLeft))
  if (!answer.ok) {
    const said = 'An error occurred while fetching the data.'
    throw await heeded(
      new CallError(endpoint.name, said, answer.status, body, answer.headers.get('retry-after')),
      headers,
    )
  }
  // The door from the wire: the server returns what the endpoint declares.
  return body as ReplyOf<E>
}

/** Throws a failure again, unless the reader signs out: then nobody waits any more. */
function unlessLeft(failure: unknown): Promise<never> {
  if (visiting.aborted) return new Promise(() => undefined)
  throw failure
}

export function headersFor(asUser: boolean): Record<string, string> {
  const token = asUser ? bearerToken() : null
  return token ? { authorization: `Bearer ${token}` } : {}
}

/**
 * Ends the visit if the token was refused, and shows a screen of its own to a suspended person; not if the token has
 * been renewed since the call. Returns the failure, to be thrown, once its words are there.
 */
export async function heeded(failure: CallError, { authorization }: Record<string, string>): Promise<CallError> {
  if (isRefusal(failure.body)) await loadRefusals()
  if (authorization !== `Bearer ${storedUser()?.access_token}`) return failure
  if (failure.status === 401) endVisit('refused')
  if (failure.code === 'suspended') suspendVisit()
  return failure
}

/** Whether an answer says why, or what is wrong with parts of the request. */
function isRefusal(body: unknown): boolean {
  return typeof body === 'object' && body !== null && ('reason' in body || 'details' in body)
}

/** Parses the text of an answer; returns the text itself if it is not JSON. */
export function bodyOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}
