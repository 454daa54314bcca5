import { once } from 'node:events'
import { createServer } from 'node:http'
import { Refused } from '#server/infra/refused.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves `GET /metrics` on its own port, which no public proxy exposes. Returns the stop function. Throws Refused if
 * the port cannot be opened.
 */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    const why = error instanceof Error && 'code' in error ? error.code : error
    throw new Refused(`METRICS_PORT ${port} cannot be opened on ${host} (METRICS_HOST): ${why}.`)
  })
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
