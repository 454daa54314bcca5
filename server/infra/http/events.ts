import type { FastifyReply } from 'fastify'

/** The media type of server-sent events. */
export const eventStream = 'text/event-stream'

/** Has a stream of events reach the page as it comes: neither kept nor gathered by anything between us. */
export function sendAsItComes(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no').header('x-no-compression', 'true')
}
