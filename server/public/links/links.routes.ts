import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { allowCaching } from '#server/infra/http/cache-control.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { type SharedKind, sharedKinds, sharePaths } from '#shared/rules/share-paths.ts'
import { oEmbedPath } from './addresses.ts'
import { badgeOf, embedOf, embedPolicy, oEmbedOf } from './embed.ts'
import { pictureOf } from './pictures.ts'
import { namedBy, registryFor, sharedBy } from './shared.ts'
import { robotsOf, sitemapIndexOf, sitemapPageOf } from './sitemap.ts'

const named = z.object({ key: z.string().min(1).max(200) })
const oEmbedQuery = z.object({
  url: z.url(),
  format: z.string().default('json'),
  maxwidth: z.coerce.number().int().min(1).default(10_000),
  maxheight: z.coerce.number().int().min(1).default(10_000),
})

/** For crawlers and other sites, outside the API. */
export const linkRoutes: Feature<InfraDeps> = (_, deps, { app }) => {
  const registryAt = ({ host, headers }: FastifyRequest) =>
    registryFor(deps, { host, acceptLanguage: headers['accept-language'] })
  const answer = (request: FastifyRequest, reply: FastifyReply, mediaType: string, body: string | Buffer) => {
    allowCaching(request, reply, ['accept-language'])
    // Other origins embed these answers.
    return reply.type(mediaType).header('cross-origin-resource-policy', 'cross-origin').send(body)
  }

  app.get('/robots.txt', async (request, reply) =>
    answer(request, reply, 'text/plain; charset=utf-8', robotsOf(await registryAt(request))),
  )
  app.get('/sitemap.xml', async (request, reply) =>
    answer(request, reply, xml, await sitemapIndexOf(deps, await registryAt(request))),
  )
  app.get('/sitemap/:file', { config: { share: 'searches' } }, async (request, reply) => {
    const { file } = z.object({ file: z.string() }).parse(request.params)
    const name = /^(.+)\.xml$/.exec(file)?.[1] ?? ''
    return answer(request, reply, xml, await sitemapPageOf(deps, await registryAt(request), name))
  })

  for (const kind of sharedKinds) {
    const requestOf = async (request: FastifyRequest) => {
      const registry = await registryAt(request)
      return { registry, shared: await sharedBy(deps, registry, kind, keyOf(request, kind)) }
    }
    app.get(sharePaths.picture(kind), { config: { share: 'papers' } }, async (request, reply) => {
      const { registry, shared } = await requestOf(request)
      return answer(request, reply, 'image/png', await pictureOf(deps, registry, shared, request.caller))
    })
    app.get(sharePaths.badge(kind), async (request, reply) => {
      const { registry, shared } = await requestOf(request)
      return answer(request, reply, 'image/svg+xml', badgeOf(registry, shared))
    })
    app.get(sharePaths.embed(kind), async (request, reply) => {
      const { registry, shared } = await requestOf(request)
      reply.header('content-security-policy', embedPolicy).removeHeader('x-frame-options')
      return answer(request, reply, 'text/html; charset=utf-8', embedOf(registry, shared))
    })
  }

  app.get(oEmbedPath, async (request, reply) => {
    const query = oEmbedQuery.safeParse(request.query)
    if (!query.success)
      throw new Failure(
        'invalid',
        'url is a whole address of a page here; maxwidth and maxheight are pixels.',
        because('request.shared'),
      )
    const { url, format, ...most } = query.data
    if (format !== 'json') return reply.code(501).send()
    const registry = await registryAt(request)
    const { origin, pathname, search } = new URL(url)
    const named = origin === registry.site.origin ? namedBy(pathname + search) : null
    if (!named)
      throw new Failure('not_found', 'The address is none of a project or a claim here.', because('noSuch.shared'))
    const shared = await sharedBy(deps, registry, named.kind, named.key)
    return answer(request, reply, 'application/json; charset=utf-8', JSON.stringify(oEmbedOf(registry, shared, most)))
  })
}

const xml = 'application/xml; charset=utf-8'

function keyOf({ query }: FastifyRequest, kind: SharedKind): string {
  const parsed = named.safeParse(query)
  if (!parsed.success) throw new Failure('not_found', `There is no such ${kind}.`, because(`noSuch.${kind}`))
  return parsed.data.key
}
