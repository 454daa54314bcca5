import type { FastifyReply } from 'fastify'
import type { StoredFile } from '#server/infra/files/store.ts'

const forever = 'max-age=31536000, immutable'
/** A cache that many share asks again, as a registry may have been suspended meanwhile. */
const shared = 'public, s-maxage=600'

/** A picture never changes under its name; caches that many share keep it only once the project is public. */
export function sendImage(
  reply: FastifyReply,
  { file, isPublic }: { file: StoredFile; isPublic: boolean },
): FastifyReply {
  return send(reply, file)
    .header('cache-control', `${isPublic ? shared : 'private'}, ${forever}`)
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(file.stream)
}

/**
 * A document is always saved, never shown in our own origin: what people upload must not run here. Its ETag is its SHA-256.
 */
export function sendDocument(
  reply: FastifyReply,
  document: { file: StoredFile; name: string; sha256: string; isPublic: boolean },
): FastifyReply {
  return send(reply, document.file)
    .header('cache-control', document.isPublic ? 'public, no-cache' : 'private, no-store')
    .header('content-disposition', savedAs(document.name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('etag', `"${document.sha256}"`)
    .send(document.file.stream)
}

/** An answer without a body, as to HEAD or with 304, leaves the file unread; it is closed all the same. */
function send(reply: FastifyReply, file: StoredFile): FastifyReply {
  reply.raw.once('close', () => file.stream.destroy())
  return reply.type(file.mediaType).header('content-length', file.size).header('x-content-type-options', 'nosniff')
}

/** RFC 6266: the name in ASCII for old readers, and as it is for all others. */
function savedAs(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
