import type { IncomingHttpHeaders } from 'node:http'

export type TracedRequest = {
  /** All that follows from `work`, however late, belongs to the trace. */
  within(work: () => void): void
  /** `route` is a pattern. */
  end(answer: { route: string; status: number }): void
}

/** Requests, statements and passes of settlement; no personal data. */
export type Tracing = {
  /** Continues the caller's `traceparent`. */
  beginRequest(request: { method: string; requestId: string; headers: IncomingHttpHeaders }): TracedRequest
  logFacts(): { traceId?: string }
  /** Sends remaining spans. */
  stop(): Promise<void>
}

/** Null without OTEL_EXPORTER_OTLP_ENDPOINT; then nothing is loaded. */
export async function tracingTo(endpoint: string | undefined): Promise<Tracing | null> {
  if (endpoint === undefined) return null
  const { startTracing } = await import('./otlp.ts')
  return startTracing(endpoint)
}
