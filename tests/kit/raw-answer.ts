import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A response without decompression; the headers may set `Host`. */
export type RawAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export function rawAnswer(url: string, headers: Record<string, string>, method = 'GET'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers, method }, (response) => {
      buffer(response).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        reject,
      )
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}
