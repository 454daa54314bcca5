import { type Call, takesKey } from '#shared/contract/calls.ts'
import type { BodyOf, CallOf, Endpoint, ReplyOf } from '#shared/contract/endpoint.ts'
import { addressOf, bodyOf, CallError, fieldOf, headersFor, heeded, type Inputs, needsToken } from './call.ts'

/** `upload` is a multipart body; its last field is a File. */
export type Sent<E extends Endpoint> = Inputs<E> & {
  body?: BodyOf<E>
  upload?: Readonly<Record<string, string | File>>
  idempotencyKey?: string
  onProgress?: (sent: number, total: number) => void
}

/** These failures show the server's message or the status text (specification, section 8). */
export const saysItself: ReadonlySet<string> = new Set([
  'inviteUser',
  'updateUser',
  'deleteUser',
  'resendInvitation',
  'updateProject',
  'uploadImage',
])

const uploadsDocuments: ReadonlySet<string> = new Set(['uploadDocument', 'addDocument'])
const uploadFailed = 'Failed to upload document'

/** Words the failure by the specification's section 8. */
export function failureOf(endpoint: Call, status: number, statusText: string, body: unknown): CallError {
  const said = fieldOf(body, 'message') ?? (statusText || String(status))
  const asStatus = `HTTP error! status: ${status}`
  const message = saysItself.has(endpoint.name) ? said : asStatus
  return new CallError(endpoint.name, uploadsDocuments.has(endpoint.name) ? uploadFailed : message, status, body)
}

/** Throws a {@link CallError}, or a `TypeError` if the network is unreachable. */
export async function send<E extends Endpoint>(endpoint: E | CallOf<E>, sent: Sent<E>): Promise<ReplyOf<E>> {
  const address = addressOf(endpoint, sent)
  const headers = headersFor(needsToken(endpoint))
  if (sent.idempotencyKey && takesKey(endpoint)) headers['idempotency-key'] = sent.idempotencyKey
  if (sent.upload) return upload(endpoint, address, headers, sent.upload, sent.onProgress)
  if (sent.body !== undefined) headers['content-type'] = 'application/json'
  const answer = await fetch(address, {
    method: endpoint.method,
    headers,
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
  })
  const body = bodyOf(await answer.text())
  if (!answer.ok) throw await heeded(failureOf(endpoint, answer.status, answer.statusText, body), headers)
  return body as ReplyOf<E>
}

/** XMLHttpRequest, because fetch cannot report progress. */
function upload<E extends Endpoint>(
  endpoint: Call,
  address: string,
  headers: Record<string, string>,
  fields: Readonly<Record<string, string | File>>,
  onProgress?: (sent: number, total: number) => void,
): Promise<ReplyOf<E>> {
  const form = new FormData()
  const names = endpoint.multipart && [...(endpoint.optionalFields ?? []), ...endpoint.multipart]
  for (const name of names ?? Object.keys(fields)) {
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
      else void heeded(failureOf(endpoint, request.status, request.statusText, body), headers).then(reject)
    })
    request.send(form)
  })
}

/** For files that need the token, which a link cannot send. */
export async function fetchFile(endpoint: Call, inputs: { params?: unknown; query?: unknown } = {}): Promise<Blob> {
  const headers = headersFor(needsToken(endpoint))
  const answer = await fetch(addressOf(endpoint, inputs), { headers })
  if (!answer.ok) {
    const body = bodyOf(await answer.text())
    throw await heeded(failureOf(endpoint, answer.status, answer.statusText, body), headers)
  }
  return answer.blob()
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
