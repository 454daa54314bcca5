import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '#server/infra/metrics/metrics.ts'
import type { TracedRequest, Tracing } from '#server/infra/tracing/otlp.ts'

/** By route pattern. */
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

export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const traced = new WeakMap<FastifyRequest, TracedRequest>()
  app.addHook('onRequest', (request, reply, done) => {
    const { id: requestId, method, headers } = request
    const begun = tracing.beginRequest({ method, requestId, headers })
    traced.set(request, begun)
    reply.raw.once('close', () =>
      begun.end({ route: request.routeOptions.url ?? 'none', status: reply.raw.statusCode }),
    )
    begun.within(done)
  })
  // Sockets end replies outside the request's context; the last log line follows this hook.
  app.addHook('onResponse', (request, _, done) => traced.get(request)?.within(done))
}
