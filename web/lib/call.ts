import { type Call, pathOf } from '#shared/contract/calls.ts'
import type { CallOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#shared/contract/endpoint.ts'
import { type FailureCode, isFailureCode } from '#shared/rules/failure.ts'
import { permissions } from '#shared/rules/permissions.ts'
import { loadRefusals } from './refusal-texts.ts'
import { acting, bearerToken, storedUser, whenRenewed } from './session.ts'
import { endSession, reportSuspension, sessionSignal } from './session-problem.ts'

export interface Inputs<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
}

export class CallError extends Error {
  readonly call: string
  readonly status: number
  readonly body: unknown
  readonly code: FailureCode
  /** From `Retry-After`; 0 without that header. */
  readonly retryAfterMs: number

  constructor(call: string, message: string, status: number, body: unknown, retryAfter: string | null = null) {
    super(message)
    this.name = 'CallError'
    this.call = call
    this.status = status
    this.body = body
    const code = fieldOf(body, 'code')
    // Without our body, the reply comes from a gateway: our server is down.
    const fallback = [502, 503, 504].includes(status) ? 'unavailable' : 'bug'
    this.code = code !== undefined && isFailureCode(code) ? code : fallback
    this.retryAfterMs = (Number(retryAfter) || 0) * 1_000
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof CallError && [400, 404].includes(error.status)
}

/** Returns a member of a reply if it is a non-empty string. */
export function fieldOf(body: unknown, name: string): string | undefined {
  const value: unknown = Object(body)[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Omits parameters without a value. */
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

/** Whether visitors may not make the call. */
export function needsToken(endpoint: Call): boolean {
  return permissions[endpoint.access].visitor === 'none'
}

/**
 * Makes a GET call. Throws a {@link CallError} `An error occurred while fetching the data.` Never settles if the reader
 * signs out meanwhile.
 */
export async function read<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  address: string,
  asUser: boolean,
): Promise<ReplyOf<E>> {
  const headers = await headersFor(needsToken(endpoint) || asUser, endpoint)
  const signal = headers.authorization ? sessionSignal : null
  // A page must show its own changes; cache lifetimes are for proxies.
  const answer = await fetch(address, { headers, signal, cache: 'no-cache' }).catch(unlessSignedOut)
  const body = bodyOf(await answer.text().catch(unlessSignedOut))
  if (!answer.ok) {
    const message = 'An error occurred while fetching the data.'
    throw await processFailure(
      new CallError(endpoint.name, message, answer.status, body, answer.headers.get('retry-after')),
      headers,
    )
  }
  // Unchecked: the server returns what the endpoint declares.
  return body as ReplyOf<E>
}

/** Never settles if the reader signs out; else rethrows. */
function unlessSignedOut(failure: unknown): Promise<never> {
  if (sessionSignal.aborted) return new Promise(() => undefined)
  throw failure
}

/** Calls about the caller alone name no account: somebody who has lost one needs them, too. */
export async function headersFor(asUser: boolean, endpoint?: Call): Promise<Record<string, string>> {
  if (asUser) await whenRenewed()
  const token = asUser ? bearerToken() : null
  const isOfPerson = endpoint && permissions[endpoint.access].member === 'self'
  return token ? { authorization: `Bearer ${token}`, ...(isOfPerson ? {} : acting.headers) } : {}
}

/**
 * Loads the refusal's sentences. Unless the token was renewed since the call, a refused token ends the visit, and a
 * suspended person sees the suspension screen.
 */
export async function processFailure(
  failure: CallError,
  { authorization }: Record<string, string>,
): Promise<CallError> {
  if (isRefusal(failure.body)) await loadRefusals()
  if (authorization !== `Bearer ${storedUser()?.access_token}`) return failure
  // With a reason the token is good, and only too old or too weak for this call.
  if (failure.status === 401 && !isRefusal(failure.body)) endSession('refused')
  if (failure.code === 'suspended') reportSuspension()
  if (fieldOf(failure.body, 'reason') === 'access.notYourAccount') acting.onLost?.()
  return failure
}

function isRefusal(body: unknown): boolean {
  const { reason, details } = Object(body)
  return Boolean(reason ?? details)
}

/** Returns text that is not JSON unchanged. */
export function bodyOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}
