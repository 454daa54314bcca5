import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppOptions, createApp } from '#server/app/app.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { closeAfterwards } from './closing.ts'
import type { World } from './world.ts'

/** The server fills in language, head and content. */
const page = '<html lang="en"><head><title>App</title></head><body><div id="root"></div></body></html>'

/** A second app of a world on its own port, with a one-page web app. */
export async function aSite(
  world: World,
  options: AppOptions = {},
  deps: Partial<UnitsDeps> = {},
): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const webFolder = await mkdtemp(join(tmpdir(), 'registry-web-'))
  await writeFile(join(webFolder, 'index.html'), page)
  await writeFile(join(webFolder, 'check.html'), `<meta content="default-src 'none'">`)
  await writeFile(join(webFolder, 'sw.js'), 'const version = 1')
  await writeFile(join(webFolder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const app = await createApp({ ...world.deps, ...deps }, { identity: world.identity.routes, webFolder, ...options })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const stop = async () => {
    await app.close()
    await rm(webFolder, { recursive: true, force: true })
  }
  closeAfterwards(stop)
  return { baseUrl: `http://127.0.0.1:${port}`, stop }
}
