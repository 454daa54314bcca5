import type { FastifyReply } from 'fastify'

export const eventStream = 'text/event-stream'

/** Disables caching, proxy buffering and compression. */
export function sendAsItComes(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no').header('x-no-compression', 'true')
}
