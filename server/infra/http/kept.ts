import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that is its caller's alone, or that nobody is to see twice. */
export const keptByNobody = 'private, no-store'

/**
 * What anybody may read, answered alike to everybody: a browser asks each time, a cache in front keeps it for seconds, and for
 * minutes while we cannot answer (RFC 9111, RFC 5861). Not `stale-while-revalidate`: browsers heed it too, and show what was.
 */
const keptBriefly = 'public, max-age=0, s-maxage=5, stale-if-error=600'

/** What public answers differ by beside their address. The host says which registry is meant; not every cache keys by it. */
const differsBy = ['authorization', 'host']

/** Lets caches keep a good answer to somebody who has not said who they are. Any other stays `keptByNobody`. */
export function letCachesKeep(request: FastifyRequest, reply: FastifyReply, alsoBy: readonly string[] = []): void {
  reply.header('vary', [...differsBy, ...alsoBy].join(', '))
  if (request.headers.authorization !== undefined) return
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) reply.removeHeader(name)
  reply.header('cache-control', keptBriefly)
}
