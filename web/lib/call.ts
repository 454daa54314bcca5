import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from '#shared/contract/endpoint.ts'
import { type FailureCode, type FailureDetail, isFailureCode } from '#shared/rules/failure.ts'
import { permissions } from '#shared/rules/permissions.ts'
import { bearerToken, storedUser } from './session.ts'
import { endVisit, suspendVisit } from './visit.ts'

/** What a call may carry beside its body. */
export interface Inputs<E extends Endpoint> {
  params?: ParamsOf<E>
  query?: QueryOf<E>
}

/** A call that was answered with a failure: the HTTP status and what the server said. */
export class CallError extends Error {
  /** The call's name in the contract. */
  readonly call: string
  readonly status: number
  readonly body: unknown
  readonly code: FailureCode
  /** What the server said about parts of the request, or of the answer that it could not give. */
  readonly details: readonly FailureDetail[]

  constructor(call: string, message: string, status: number, body: unknown) {
    super(message)
    this.name = 'CallError'
    this.call = call
    this.status = status
    this.body = body
    const code = fieldOf(body, 'code')
    this.code = code !== undefined && isFailureCode(code) ? code : 'bug'
    this.details = detailsOf(body)
  }
}

/** Whether a read failed because its address names nothing. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && [400, 404].includes(error.status)
}

/** The text of a member of an answer, where there is one. */
export function fieldOf(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function detailsOf(body: unknown): FailureDetail[] {
  const details: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'details') : undefined
  if (!Array.isArray(details)) return []
  return details.flatMap((detail: unknown) => {
    const [path, message] = [fieldOf(detail, 'path'), fieldOf(detail, 'message')]
    return path !== undefined && message !== undefined ? [{ path, message }] : []
  })
}

/** The address of a call with its parameters and query; names without a value are left out. */
export function addressOf(endpoint: Endpoint, { params, query }: { params?: unknown; query?: unknown }): string {
  const path = pathOf(endpoint, Object.fromEntries(entriesOf(params)))
  const search = new URLSearchParams(entriesOf(query)).toString()
  return search ? `${path}?${search}` : path
}

function entriesOf(values: unknown): [string, string][] {
  if (typeof values !== 'object' || values === null) return []
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)] satisfies [string, string]],
  )
}

/** Calls that a visitor may make send no token; all others do. */
export function needsToken(endpoint: Endpoint): boolean {
  return permissions[endpoint.access].visitor === 'none'
}

/** A GET's answer. Fails with `An error occurred while fetching the data.`, carrying status and body. */
export async function read<E extends Endpoint>(endpoint: E, address: string, asUser: boolean): Promise<ReplyOf<E>> {
  const headers = headersFor(needsToken(endpoint) || asUser)
  const answer = await fetch(address, { headers })
  const body = bodyOf(await answer.text())
  if (!answer.ok) {
    const said = 'An error occurred while fetching the data.'
    throw heeded(new CallError(endpoint.name, said, answer.status, body), headers)
  }
  // The door from the wire: the server answers what the endpoint declares.
  return body as ReplyOf<E>
}

function headersFor(asUser: boolean): Record<string, string> {
  const token = asUser ? bearerToken() : null
  return token ? { authorization: `Bearer ${token}` } : {}
}

/**
 * A refused token ends the visit, and a suspended person is told on a page of its own. Not so where the token is no longer
 * the one that counts, because it was renewed meanwhile.
 */
function heeded(failure: CallError, { authorization }: Record<string, string>): CallError {
  if (authorization !== `Bearer ${storedUser()?.access_token}`) return failure
  if (failure.status === 401) endVisit('refused')
  if (failure.code === 'suspended') suspendVisit()
  return failure
}

/** What an answer's text says: JSON, or the text itself where it is none. */
function bodyOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return text
  }
}

/** What is sent with a call that changes something. Multipart bodies are objects whose last field is a File. */
export type Sent<E extends Endpoint> = Inputs<E> & {
  body?: BodyOf<E>
  upload?: Readonly<Record<string, string | File>>
  idempotencyKey?: string
  onProgress?: (sent: number, total: number) => void
}

/** Calls whose failure is the server's own message, or the HTTP status text. */
export const saysItself: ReadonlySet<string> = new Set([
  'inviteUser',
  'updateUser',
  'deleteUser',
  'resendInvitation',
  'updateProject',
  'uploadImage',
])

/** The failure of a call as the specification's section 8 words it. */
export function failureOf(endpoint: Endpoint, status: number, statusText: string, body: unknown): CallError {
  const said = fieldOf(body, 'message') ?? (statusText || String(status))
  const asStatus = `HTTP error! status: ${status}`
  const message =
    endpoint.name === 'uploadDocument' ? 'Failed to upload document' : saysItself.has(endpoint.name) ? said : asStatus
  return new CallError(endpoint.name, message, status, body)
}

/** Sends a change and gives its answer; fails with a {@link CallError}, or `TypeError` when the network is away. */
export async function send<E extends Endpoint>(endpoint: E, sent: Sent<E>): Promise<ReplyOf<E>> {
  const address = addressOf(endpoint, sent)
  const headers = headersFor(needsToken(endpoint))
  if (sent.idempotencyKey && endpoint.idempotent) headers['idempotency-key'] = sent.idempotencyKey
  if (sent.upload) return upload(endpoint, address, headers, sent.upload, sent.onProgress)
  if (sent.body !== undefined) headers['content-type'] = 'application/json'
  const answer = await fetch(address, {
    method: endpoint.method,
    headers,
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
  })
  const body = bodyOf(await answer.text())
  if (!answer.ok) throw heeded(failureOf(endpoint, answer.status, answer.statusText, body), headers)
  return body as ReplyOf<E>
}

/** Sends a multipart form; XMLHttpRequest, because fetch cannot tell how much has gone. */
function upload<E extends Endpoint>(
  endpoint: E,
  address: string,
  headers: Record<string, string>,
  fields: Readonly<Record<string, string | File>>,
  onProgress?: (sent: number, total: number) => void,
): Promise<ReplyOf<E>> {
  const form = new FormData()
  for (const name of endpoint.multipart ?? Object.keys(fields)) {
    const value = fields[name]
    if (value !== undefined) form.append(name, value)
  }
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => onProgress?.(event.loaded, event.total))
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('load', () => {
      const body = bodyOf(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body as ReplyOf<E>)
      else reject(heeded(failureOf(endpoint, request.status, request.statusText, body), headers))
    })
    request.send(form)
  })
}

/** Fetches a file with the token, for what a plain link cannot open (an answer that needs signing in). */
export async function fetchFile(endpoint: Endpoint, inputs: { params?: unknown; query?: unknown } = {}): Promise<Blob> {
  const headers = headersFor(needsToken(endpoint))
  const answer = await fetch(addressOf(endpoint, inputs), { headers })
  if (!answer.ok) {
    const body = bodyOf(await answer.text())
    throw heeded(failureOf(endpoint, answer.status, answer.statusText, body), headers)
  }
  return answer.blob()
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
