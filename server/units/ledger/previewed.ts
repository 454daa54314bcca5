import { failureOfDatabase, json, type Sql } from '#server/infra/db/database.ts'
import { Failure } from '#shared/rules/failure.ts'

/** Minutes for which a preview binds a movement. */
const goodForMinutes = 10

export type Bound = { from: string; to: string | null; items: readonly { assetId: string; quantity: number }[] }

/**
 * Names what a movement would do now (migrations/current/previewed.sql): its end in milliseconds, a dot, the hash of its
 * facts. Nothing is stored: a movement that names the id is made only if its facts have this hash.
 */
export async function previewIdOf(
  sql: Sql,
  tenantId: string,
  { from, to, items }: Bound,
): Promise<{ previewId: string; goodUntil: string }> {
  const [row] = await sql<{ hash: string; until: Date }[]>`
    select encode(preview_hash(${tenantId}, ${from}, ${to}, ${json(items)}), 'hex') as hash,
      now() + make_interval(mins => ${goodForMinutes}) as until`
  if (!row) throw new Error('A preview returned no row.')
  return { previewId: `${row.until.getTime().toString(36)}.${row.hash}`, goodUntil: row.until.toISOString() }
}

export function readPreviewId(previewId: string): { until: Date; hash: Buffer } {
  const [until = '', hash = ''] = previewId.split('.')
  return { until: new Date(Number.parseInt(until, 36)), hash: Buffer.from(hash, 'hex') }
}

/** For `catch`: a movement that its preview refused fails with the preview of now. */
export function withNewPreview(previewNow: () => Promise<object>): (error: unknown) => Promise<never> {
  return async (error) => {
    const failure = failureOfDatabase(error)
    const refusal = failure?.refusal
    if (refusal?.reason !== 'units.previewDiffers' && refusal?.reason !== 'units.previewExpired') throw error
    const now = await previewNow()
    const message = failure?.message ?? ''
    const detail = { path: 'previewId', message, meanwhile: { now, names: {}, by: null, at: null } }
    throw new Failure('conflict', message, refusal, [detail])
  }
}
