import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Part, StoredFile } from '#server/infra/files/stored-file.ts'
import { requestedRange } from './range.ts'

const forever = 'max-age=31536000, immutable'
/** Shared caches must revalidate: a registry may be suspended. */
const shared = 'public, s-maxage=600'

/** Immutable; shared caches may store it only if public. */
export function sendImage(
  reply: FastifyReply,
  { file, isPublic }: { file: StoredFile; isPublic: boolean },
): FastifyReply {
  return send(reply, file)
    .header('cache-control', `${isPublic ? shared : 'private'}, ${forever}`)
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(file.stream)
}

/** `size` in bytes. `read` is called only if bytes are sent. */
type SentDocument = {
  name: string
  mediaType: string
  size: number
  sha256: string
  isPublic: boolean
  read(part?: Part): Promise<StoredFile>
}

/**
 * Sends a document or its requested range, to be saved or, with `isShown`, displayed as picture or PDF. It never runs
 * in our origin. The ETag is its SHA-256.
 */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: SentDocument,
  isShown: boolean,
): Promise<FastifyReply> {
  const { size, name, mediaType } = document
  const etag = `"${document.sha256}"`
  reply
    .header('accept-ranges', 'bytes')
    .header('cache-control', document.isPublic ? 'public, no-cache' : 'private, no-store')
    .header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  // Ranges are for GET only (RFC 9110, section 14.2).
  const isRead = request.method !== 'HEAD'
  const part = isRead ? requestedRange(request.headers, size, etag) : null
  if (part === 'outside') return reply.code(416).header('content-range', `bytes */${size}`).send()
  if (part) reply.code(206).header('content-range', `bytes ${part.first}-${part.last}/${size}`)
  const mayBeShown = isShown && (mediaType === 'application/pdf' || mediaType.startsWith('image/'))
  if (mayBeShown) showIn(reply)
  else reply.header('content-security-policy', "sandbox; default-src 'none'")
  reply.header('content-disposition', named(name, mayBeShown ? 'inline' : 'attachment'))
  // Without a stream, the content length would be 0.
  if (!isRead) return describe(reply, document).send(Readable.from([]))
  const file = await document.read(part ?? undefined)
  return send(reply, file).send(file.stream)
}

/** RFC 9110, section 13.1.2. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const known = ifNoneMatch?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return known.includes(etag) || known.includes('*')
}

/**
 * Lets the deployment's sites embed a document. Browsers draw no PDF in a sandbox, and pictures and PDFs run nothing in
 * our origin.
 */
function showIn(reply: FastifyReply): void {
  reply.raw.removeHeader('x-frame-options')
  reply.header('content-security-policy', 'frame-ancestors *').header('cross-origin-resource-policy', 'cross-origin')
}

/** Closes the file if the reply aborts. */
function send(reply: FastifyReply, file: StoredFile): FastifyReply {
  reply.raw.once('close', () => file.stream.destroy())
  return describe(reply, file)
}

function describe(reply: FastifyReply, { mediaType, size }: { mediaType: string; size: number }): FastifyReply {
  return reply.type(mediaType).header('content-length', size).header('x-content-type-options', 'nosniff')
}

/** RFC 6266: an ASCII name for old clients, and the full name. */
function named(name: string, disposition: 'inline' | 'attachment'): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${whole}`
}
