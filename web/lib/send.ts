import { type Call, takesKey } from '#shared/contract/calls.ts'
import type { BodyOf, CallOf, Endpoint, ReplyOf, WaitingOf } from '#shared/contract/endpoint.ts'
import { addressOf, bodyOf, CallError, fieldOf, headersFor, type Inputs, needsToken, processFailure } from './call.ts'

/** `upload` is a multipart body; its last field is a File. */
export type Sent<E extends Endpoint> = Inputs<E> & {
  body?: BodyOf<E>
  upload?: Readonly<Record<string, string | File>>
  idempotencyKey?: string
  onProgress?: (sent: number, total: number) => void
  /** Outlives the page. The bodies of all such calls under way may have 64 KiB. */
  keepalive?: boolean
}

const uploadFailed = 'Failed to upload document'

/** The message is the server's own, or the status text. */
export class OwnMessageError extends CallError {}

/** Words the failure by the specification's section 8. */
export function failureOf(
  { name, failureMessage }: Call,
  status: number,
  statusText: string,
  body: unknown,
): CallError {
  if (failureMessage === 'own') {
    return new OwnMessageError(name, fieldOf(body, 'message') ?? (statusText || String(status)), status, body)
  }
  return new CallError(name, failureMessage === 'upload' ? uploadFailed : `HTTP error! status: ${status}`, status, body)
}

type Ask = (failure: CallError) => Promise<boolean>
let provide: (ask: Ask) => void
const asking = new Promise<Ask>((resolve) => {
  provide = resolve
})

/** `ask` asks the person to sign in anew, and resolves to whether to repeat the refused call, which waits for `ask`. */
export function askBy(ask: Ask): void {
  provide(ask)
}

/** Throws a {@link CallError}, or a `TypeError` if the network is unreachable. */
export async function send<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  sent: Sent<E>,
): Promise<ReplyOf<E> | WaitingOf<E>> {
  const address = addressOf(endpoint, sent)
  const headers = await headersFor(needsToken(endpoint), endpoint)
  if (sent.idempotencyKey && takesKey(endpoint)) headers['idempotency-key'] = sent.idempotencyKey
  if (sent.upload) return upload<E>(endpoint, address, headers, sent.upload, sent.onProgress)
  if (sent.body !== undefined) headers['content-type'] = 'application/json'
  const answer = await fetch(address, {
    method: endpoint.method,
    headers,
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
    ...(sent.keepalive && { keepalive: true }),
  })
  const body = bodyOf(await answer.text())
  if (answer.ok) return body as ReplyOf<E> | WaitingOf<E>
  const failure = await processFailure(failureOf(endpoint, answer.status, answer.statusText, body), headers)
  if (answer.status === 401 && fieldOf(body, 'reason') && (await (await asking)(failure))) return send(endpoint, sent)
  throw failure
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
      else void processFailure(failureOf(endpoint, request.status, request.statusText, body), headers).then(reject)
    })
    request.send(form)
  })
}

type Fetching = { asUser?: boolean; signal?: AbortSignal; onPart?: (bytes: Uint8Array) => void }

/** For files that need the token, which a link cannot send. Throws a `TypeError` if the file was cut. */
export async function fetchFile(
  endpoint: Call,
  inputs: { params?: unknown; query?: unknown; body?: unknown } = {},
  { asUser = false, signal, onPart }: Fetching = {},
): Promise<Blob> {
  const headers = await headersFor(needsToken(endpoint) || asUser, endpoint)
  if (inputs.body) headers['content-type'] = 'application/json'
  const answer = await fetch(addressOf(endpoint, inputs), {
    method: endpoint.method,
    headers,
    body: JSON.stringify(inputs.body),
    signal: signal ?? null,
  })
  if (!answer.ok) {
    const body = bodyOf(await answer.text())
    throw await processFailure(failureOf(endpoint, answer.status, answer.statusText, body), headers)
  }
  if (!onPart || !answer.body) return answer.blob()
  const watching = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, next) {
      onPart(bytes)
      next.enqueue(bytes)
    },
  })
  return new Response(answer.body.pipeThrough(watching), { headers: answer.headers }).blob()
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
