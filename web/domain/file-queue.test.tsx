import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readOutcome } from '#shared/contract/outcomes.ts'
import { siteConfig } from '#shared/contract/registry.ts'
import { routeToServer } from '#web/lib/test-server.ts'
import { testSite } from '#web/lib/test-site.ts'
import { fileQueue } from './file-queue.ts'

/** What the server kept, by key, and the titles of the calls that came. */
let kept = new Map<string, string>()
let came: string[] = []
/** What becomes of the next calls: the line breaks before the file is kept or after, or the file is refused. */
let fates: ('before' | 'after' | 'refused' | undefined)[] = []

const server = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*')
  const address = new URL(request.url ?? '', 'http://server')
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.method === 'OPTIONS') return response.end()
    if (request.method === 'HEAD') return response.end()
    if (address.pathname === '/config.json') return response.end(JSON.stringify(siteConfig.parse(testSite)))
    if (address.pathname === readOutcome.path) {
      const isDone = kept.has(address.searchParams.get('key') ?? '')
      return response.end(JSON.stringify({ isDone, call: null, answer: {} }))
    }
    const title = /name="title"\r\n\r\n(.*)\r\n/.exec(Buffer.concat(parts).toString())?.[1] ?? ''
    const fate = fates.shift()
    came.push(title)
    if (fate === 'before') return request.socket.destroy()
    if (fate === 'refused') return response.writeHead(413).end(JSON.stringify({ code: 'too_large', message: '' }))
    kept.set(String(request.headers['idempotency-key']), title)
    return fate === 'after' ? request.socket.destroy() : response.writeHead(201).end('{}')
  })
})

let end: () => Promise<void>
beforeAll(async () => {
  end = await routeToServer(server)
})
afterAll(() => end())
beforeEach(() => {
  kept = new Map()
  came = []
  fates = []
})

const subject = { kind: 'measurement', id: 'm' } as const

function aQueue(...names: string[]) {
  const queue = fileQueue(subject)
  const onArrived = vi.fn(async (_: readonly string[]) => undefined)
  queue.connect({ documents: [], onArrived })
  queue.add(names.map((name) => ({ file: new File([name], name), type: 'Measurement', isPublic: true })))
  return { queue, onArrived }
}

const states = (queue: ReturnType<typeof fileQueue>) => queue.get().files.map(({ file, state }) => [file.name, state])

test('after a cut the queue waits, then begins with the cut file, and all arrive once', async () => {
  const { queue, onArrived } = aQueue('1.csv', '2.csv', '3.csv')
  fates = [undefined, 'before']
  await queue.sendAll()
  expect(states(queue)).toEqual([
    ['2.csv', 'cut'],
    ['3.csv', 'waiting'],
  ])
  expect(queue.get().run).toMatchObject({ files: 3, filesDone: 1, bytes: 15, bytesDone: 5 })
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(queue.get().run).toBeNull())
  expect(came).toEqual(['1.csv', '2.csv', '2.csv', '3.csv'])
  expect([...kept.values()]).toEqual(['1.csv', '2.csv', '3.csv'])
  expect(onArrived.mock.calls).toEqual([[['1.csv', '2.csv', '3.csv']]])
})

test('a file that arrived before the line broke is not sent again', async () => {
  const { queue } = aQueue('1.csv', '2.csv')
  fates = ['after']
  await queue.sendAll()
  await vi.waitFor(() => expect(queue.get().run).toBeNull())
  expect(came).toEqual(['1.csv', '2.csv'])
  expect(queue.get().files).toEqual([])
})

test('a refused file stays with its reason, the others go on, and a retry sends it', async () => {
  const { queue } = aQueue('1.csv', '2.csv')
  fates = ['refused']
  await queue.sendAll()
  expect(states(queue)).toEqual([['1.csv', 'failed']])
  expect(queue.get().files[0]?.failure).toMatchObject({ status: 413 })
  const [failed] = queue.get().files
  await queue.sendAll([failed?.id ?? ''])
  expect([...kept.values()].sort()).toEqual(['1.csv', '2.csv'])
})

test('files of one name are documents of their own', async () => {
  const { queue } = aQueue('plan.csv')
  await queue.sendAll()
  queue.add([{ file: new File(['other'], 'plan.csv'), type: 'Measurement', isPublic: true }])
  await queue.sendAll()
  expect(came).toEqual(['plan.csv', 'plan (2).csv'])
})
