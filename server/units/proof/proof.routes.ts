import { z } from 'zod'
import { forVisitors } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { id } from '#shared/contract/fields.ts'
import { readAnchors, readConsistency, readProof } from '#shared/contract/transactions.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { anchorsOf, checkpointOf, consistencyOf, issuerDocument, logKeys, type Tile, tileOf } from './log.ts'
import { proofOf } from './proof.ts'

/** Tiles never change: an unfinished one has its width in its address. */
const forEver = 'public, max-age=31536000, immutable'

export const proofRoutes: Feature<UnitsDeps> = (serve, deps, { app }) => {
  const reading = forVisitors(deps)
  serve(readProof, ({ params, query }) => proofOf(reading, params.transactionId, query.tenantId))
  serve(readConsistency, ({ query }) => consistencyOf(reading, query))
  serve(readAnchors, ({ query }) => anchorsOf(reading, query.tenantId))
  app.get('/.well-known/registry-logs', { config: { share: 'files' } }, (_, reply) =>
    logKeys(reading).then((keys) => reply.header('cache-control', 'public, max-age=300').send(keys)),
  )
  app.get<{ Params: { tenantId: string; '*': string } }>(
    '/log/:tenantId/*',
    { config: { share: 'files' } },
    async ({ params }, reply) => {
      const part = partOf(params['*'])
      const tenantId = id.safeParse(params.tenantId).data
      if (!part || tenantId === undefined) {
        throw new Failure('not_found', 'The log has no such part.', because('noSuch.logPart'))
      }
      if (part === 'checkpoint') {
        const checkpoint = await checkpointOf(reading, tenantId)
        return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(checkpoint)
      }
      if (part === 'did.json') {
        const document = await issuerDocument(reading, tenantId)
        return reply.type('application/did+json').header('cache-control', 'public, max-age=300').send(document)
      }
      const bytes = await tileOf(reading, tenantId, part)
      const type = part.of === 'movements' ? 'application/jsonl; charset=utf-8' : 'application/octet-stream'
      return reply.type(type).header('cache-control', forEver).send(bytes)
    },
  )
}

const tileShape = /^(?:tile\/(\d{1,2}|entries)|(movements))((?:\/x\d{3})*\/\d{3})(?:\.p\/(\d{1,3}))?$/
const width = z.coerce.number().int().min(1).max(255)

/** `tile/0/x001/234.p/5` and the like (c2sp.org/tlog-tiles). */
function partOf(path: string): Tile | 'checkpoint' | 'did.json' | null {
  if (path === 'checkpoint' || path === 'did.json') return path
  const [, level, movements, digits = '', partial] = tileShape.exec(path) ?? []
  const index = Number(digits.replaceAll(/[/x]/g, ''))
  const of = movements === 'movements' || level === 'entries' ? (movements ?? level) : level && Number(level)
  const columns = partial === undefined ? 256 : width.safeParse(partial).data
  if (columns === undefined || !Number.isSafeInteger(index)) return null
  if (of === 'movements' || of === 'entries') return { of, index, width: columns }
  return typeof of === 'number' && of < 7 ? { of, index, width: columns } : null
}
