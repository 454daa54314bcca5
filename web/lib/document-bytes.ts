import { CallError, headersFor, processFailure } from './call.ts'

/**
 * Fetches a document, or its first bytes, from this site: other hosts are not open to scripts. Throws a
 * {@link CallError}, or a `TypeError` without a connection.
 */
export async function documentBytes(
  { url }: { url: string },
  mostBytes?: number,
): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
  const headers = await headersFor(true)
  const range: Record<string, string> = mostBytes === undefined ? {} : { range: `bytes=0-${mostBytes - 1}` }
  const path = new URL(url).pathname.split('/').slice(-3).join('/')
  const answer = await fetch(`/documents/${path}`, { headers: { ...headers, ...range } })
  if (!answer.ok) throw await processFailure(new CallError('document', answer.statusText, answer.status, null), headers)
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const [, size] = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? []
  return { bytes, isWhole: size === undefined || Number(size) <= bytes.length }
}
