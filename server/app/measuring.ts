import type { Config } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import { figuresOf } from './figures.store.ts'

/** Serves metrics if METRICS_PORT is set; otherwise loads nothing. */
export async function startMeasuring({ METRICS_HOST, METRICS_PORT }: Config, sql: Database) {
  if (METRICS_PORT === undefined) return null
  const { startMetrics } = await import('#server/infra/metrics/metrics.ts')
  const { serveMetrics } = await import('#server/infra/metrics/serve.ts')
  const metrics = startMetrics(figuresOf(sql))
  const close = await serveMetrics(metrics, METRICS_HOST, METRICS_PORT)
  return {
    metrics,
    async stop() {
      await close()
      metrics.stop()
    },
  }
}
