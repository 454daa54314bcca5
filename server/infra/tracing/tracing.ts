import type { Tracing } from './otlp.ts'

/** Null without OTEL_EXPORTER_OTLP_ENDPOINT; then nothing is loaded. */
export async function tracingTo(endpoint: string | undefined): Promise<Tracing | null> {
  if (endpoint === undefined) return null
  const { startTracing } = await import('./otlp.ts')
  return startTracing(endpoint)
}
