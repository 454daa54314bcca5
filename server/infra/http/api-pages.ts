import fastify, { type FastifyInstance } from 'fastify'

const path = '/api/docs'

/** Serves `/api/docs`; loads its large library on demand. */
export function serveApiPages(app: FastifyInstance, documentPath: string): void {
  let pages: Promise<FastifyInstance> | undefined
  for (const url of [path, `${path}/`, `${path}/js/scalar.js`]) {
    app.get(url, async (request, reply) => {
      pages ??= pagesOf(documentPath)
      const { statusCode, headers, rawPayload } = await (await pages).inject({ url: request.url })
      for (const name of ['content-type', 'location'] as const) if (headers[name]) reply.header(name, headers[name])
      return reply.code(statusCode).send(rawPayload)
    })
  }
}

async function pagesOf(documentPath: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  await app.register(scalar, { routePrefix: path, configuration: { url: documentPath } })
  return app
}
