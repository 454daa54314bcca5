import type { FastifyInstance } from 'fastify'
import type { Metrics } from '#server/infra/metrics/metrics.ts'

/** Has every request counted and timed, by the pattern of its route: addresses are without number. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onRequest', (request, reply, done) => {
    const isUpload = request.headers['content-type']?.startsWith('multipart/') ?? false
    const answered = metrics.beginRequest(isUpload ? 'upload' : 'other')
    reply.raw.once('close', () =>
      answered({
        route: request.routeOptions.url ?? 'none',
        method: request.method,
        status: reply.raw.writableFinished ? `${Math.floor(reply.statusCode / 100)}xx` : 'aborted',
        seconds: reply.elapsedTime / 1_000,
      }),
    )
    done()
  })
}
