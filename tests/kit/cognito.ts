import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#embedded/free-port.ts'
import { spawnGuarded } from '#embedded/guarded-process.ts'

export type Cognito = { endpoint: string; stop(): Promise<void> }

/** The emulator's discovery document always names this origin. */
const statedOrigin = 'http://localhost:9229'

/** The emulator `cognito-local` behind a gateway that corrects its origin. */
export async function startCognito(): Promise<Cognito> {
  const folder = await mkdtemp(join(tmpdir(), 'registry-cognito-'))
  const [port, gatewayPort] = [await freePort(), await freePort()]
  const endpoint = `http://127.0.0.1:${gatewayPort}`
  await mkdir(join(folder, '.cognito'))
  await writeFile(join(folder, '.cognito/config.json'), JSON.stringify({ TokenConfig: { IssuerDomain: endpoint } }))
  const ready = Promise.withResolvers<void>()
  const program = createRequire(import.meta.url).resolve('cognito-local/lib/bin/start.js')
  const emulator = spawnGuarded(process.execPath, [program], {
    orphanSignal: 'SIGTERM',
    cwd: folder,
    env: { PORT: String(port), HOST: '127.0.0.1' },
    onLine: (line) => line.includes('Cognito Local running') && ready.resolve(),
  })
  void emulator.exited.then(({ code }) => ready.reject(new Error(`The Cognito emulator ended with code ${code}.`)))
  await ready.promise
  const stopGateway = await startGateway(gatewayPort, `http://127.0.0.1:${port}`, endpoint)
  return {
    endpoint,
    async stop() {
      await stopGateway()
      await emulator.stop('SIGTERM', 2_000)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startGateway(port: number, behind: string, endpoint: string): Promise<() => Promise<void>> {
  const gateway = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = new Headers()
    for (const name of ['content-type', 'x-amz-target', 'authorization']) {
      const value = request.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null
    const answer = await fetch(behind + request.url, { method: request.method ?? 'GET', headers, body })
    response.statusCode = answer.status
    for (const [name, value] of answer.headers) if (/^(content-type|x-amzn)/.test(name)) response.setHeader(name, value)
    response.end((await answer.text()).replaceAll(statedOrigin, endpoint))
  })
  gateway.listen(port, '127.0.0.1')
  await once(gateway, 'listening')
  return async () => {
    gateway.closeAllConnections()
    gateway.close()
    await once(gateway, 'close')
  }
}
