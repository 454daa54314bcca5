import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { passes, statements } from '#server/infra/watched/channels.ts'

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

const service = 'registry'
/** Longer than our statements. */
const longestStatement = 4_000

/** Sends spans over OTLP (https://opentelemetry.io/docs/specs/otlp/), JSON over HTTP, in batches. */
export function startTracing(endpoint: string): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer(service)
  const propagator = new W3CTraceContextPropagator()
  const active = new AsyncLocalStorage<Context>()
  const now = () => active.getStore() ?? ROOT_CONTEXT
  const spans = new WeakMap<object, Span>()
  const ends = {
    error: (done: object) => void spans.get(done)?.setStatus({ code: SpanStatusCode.ERROR }),
    asyncEnd: (done: object) => void spans.get(done)?.end(),
    end() {},
    asyncStart() {},
  }
  const statementTracing = {
    ...ends,
    start(statement: { text: string }) {
      // Traces only statements of a request or pass.
      if (active.getStore() === undefined) return
      const text = statement.text.replace(/\s+/g, ' ').trim()
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestStatement) }
      const [verb = ''] = text.split(' ', 1)
      spans.set(statement, tracer.startSpan(verb, { kind: SpanKind.CLIENT, attributes }, now()))
    },
  }
  const passTracing = { ...ends, start() {} }
  statements.subscribe(statementTracing)
  passes.subscribe(passTracing)
  passes.start.bindStore(active, (pass) => {
    const span = tracer.startSpan(pass.name, {}, ROOT_CONTEXT)
    spans.set(pass, span)
    return trace.setSpan(ROOT_CONTEXT, span)
  })
  return {
    beginRequest({ method, requestId, headers }) {
      const caller = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)
      const attributes = { 'http.request.method': method, 'registry.request_id': requestId }
      const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, caller)
      const context = trace.setSpan(caller, span)
      return {
        within: (work) => active.run(context, work),
        end({ route, status }) {
          span.updateName(`${method} ${route}`)
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    logFacts() {
      const traceId = trace.getSpanContext(now())?.traceId
      return traceId === undefined ? {} : { traceId }
    },
    async stop() {
      statements.unsubscribe(statementTracing)
      passes.unsubscribe(passTracing)
      passes.start.unbindStore(active)
      await provider.shutdown()
    },
  }
}
