import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld } from '#tests/kit/world.ts'

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
})
type Span = z.output<typeof span>
const sent = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
})

const spans: Span[] = []
let bodies = ''
let tenant: TenantOfTest

async function aCollector(): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies += body
    for (const { scopeSpans } of sent.parse(JSON.parse(body)).resourceSpans) {
      for (const scope of scopeSpans) spans.push(...scope.spans)
    }
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfterwards(async () => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return `http://127.0.0.1:${address.port}`
}

beforeAll(async () => {
  const collector = await aCollector()
  tenant = await aTenant({ world: await aWorld({ OTEL_EXPORTER_OTLP_ENDPOINT: collector }) })
})

const attributeOf = ({ attributes }: Span, key: string) => {
  const value = attributes.find((each) => each.key === key)?.value ?? {}
  return Object.values(value)[0]
}

/** Arrives byte by byte, after the headers. */
function late(text: string): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text)
  let at = 0
  return new ReadableStream({
    pull(into) {
      if (at < bytes.length) into.enqueue(bytes.subarray(at, ++at))
      else into.close()
    },
  })
}

test('a request goes on with the trace of its caller, and its statements, after the body too, belong to it', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const parent = '00f067aa0ba902b7'
  const answer = await tenant.proponent.fetch('/api/wallet/transfer', {
    method: 'POST',
    headers: { traceparent: `00-${traceId}-${parent}-01`, 'content-type': 'application/json' },
    body: late(JSON.stringify({ toAccountId: 'buyer', items: [{ assetId: 'none-such', quantity: 1 }] })),
    duplex: 'half',
  })
  const { requestId } = z.object({ requestId: z.string() }).parse(await answer.json())
  const ours = () => spans.filter((each) => each.traceId === traceId)
  await expect.poll(() => ours().length, { timeout: 15_000 }).toBeGreaterThan(1)
  const [root, ...others] = ours().toSorted((a) => (a.parentSpanId === parent ? -1 : 1))
  expect(root).toMatchObject({ name: expect.stringMatching(/^POST \/api\//), parentSpanId: parent })
  expect(root && attributeOf(root, 'registry.request_id')).toBe(requestId)
  expect(others.every((each) => each.parentSpanId === root?.spanId)).toBe(true)
  expect(others.map((each) => String(attributeOf(each, 'db.query.text'))).join()).toContain('ledger_transfer')
}, 30_000)

test('spans have statements without parameters, and nothing personal', async () => {
  await anIssuedAsset(tenant, { quantity: 5 })
  await tenant.visitor.fetch(`/api/lookup?tenantId=${tenant.tenant.id}&q=amina@example.org`)
  await expect
    .poll(() => spans.filter((each) => each.name === 'POST /api/wallet/mint').length, { timeout: 15_000 })
    .toBe(1)
  const statements = spans.map((each) => attributeOf(each, 'db.query.text')).filter((each) => each !== undefined)
  expect(statements.some((each) => String(each).includes('$1'))).toBe(true)
  for (const secret of ['amina', tenant.proponent.email, tenant.proponent.token, tenant.proponent.username]) {
    expect(bodies).not.toContain(secret)
  }
}, 30_000)

test('a pass of settlement is a trace of its own with its statements', async () => {
  await tenant.world.deps.settlement.pass()
  const passes = () => spans.filter((each) => each.name === 'settlement pass')
  const spansOfPass = () => spans.filter((each) => passes().some(({ spanId }) => spanId === each.parentSpanId))
  await expect.poll(() => spansOfPass().length, { timeout: 15_000 }).toBeGreaterThan(0)
  expect(passes()[0]?.parentSpanId ?? '').toBe('')
}, 30_000)

test('lines of the log say their trace', async () => {
  const traceId = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
  await tenant.visitor.fetch('/healthz', { headers: { traceparent } })
  const lines = () => tenant.world.logged.filter((line) => line.includes(traceId))
  await expect.poll(() => lines().some((line) => line.includes('request completed'))).toBe(true)
})
