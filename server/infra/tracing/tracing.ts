import type { IncomingHttpHeaders } from 'node:http'

/** A request that is traced. */
export type TracedRequest = {
  /** Does something as a part of it: whatever follows from that, however late, belongs to the trace. */
  within(work: () => void): void
  /** `route` is a pattern. */
  end(answer: { route: string; status: number }): void
}

/** Traces of what this process does: requests, statements, passes of settlement. No personal data goes into them. */
export type Tracing = {
  /** Goes on with the trace of the caller's `traceparent`, or begins one. */
  beginRequest(request: { method: string; requestId: string; headers: IncomingHttpHeaders }): TracedRequest
  /** What a line of the log says of the trace that it belongs to. */
  logFacts(): { traceId?: string }
  /** Sends what is left. */
  stop(): Promise<void>
}

/** Sends traces to the collector at OTEL_EXPORTER_OTLP_ENDPOINT; null where there is none, and nothing is loaded. */
export async function tracingTo(endpoint: string | undefined): Promise<Tracing | null> {
  if (endpoint === undefined) return null
  const { startTracing } = await import('./otlp.ts')
  return startTracing(endpoint)
}
