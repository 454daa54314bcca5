import type { FastifyReply, FastifyRequest } from 'fastify'

/** Private answers, and secrets shown once. */
export const neverCached = 'private, no-store'

/**
 * Public answers: browsers revalidate; shared caches store them for seconds, or minutes during our outages (RFC 9111,
 * RFC 5861). No `stale-while-revalidate`: browsers would show stale data.
 */
const cachedBriefly = 'public, max-age=0, s-maxage=5, stale-if-error=600'

/** The host determines the registry; some caches ignore it. */
const differsBy = ['authorization', 'host']

/** For good answers to visitors. */
export function allowCaching(request: FastifyRequest, reply: FastifyReply, alsoBy: readonly string[] = []): void {
  reply.header('vary', [...differsBy, ...alsoBy].join(', '))
  if (request.headers.authorization !== undefined) return
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) reply.removeHeader(name)
  reply.header('cache-control', cachedBriefly)
}
