import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'
import { expect } from 'vitest'
import { newProfile, test } from './browser.ts'

const source = join(import.meta.dirname, '../../web/worker/worker.ts')

const factsOf = (version: string) => `const version = '/assets/start-${version}.js'
const fieldFiles = ['/assets/later-${version}.js']
const textFiles = { en: ['/assets/en-${version}.js'] }`

/** A server of the worker with one version of a tiny app at a time. */
async function aDeployment() {
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source)
  let version = 'one'
  let isUp = true
  const files = (): Record<string, [type: string, text: string]> => ({
    '/sw.js': ['text/javascript', `${factsOf(version)}\n${code}`],
    [`/assets/start-${version}.js`]: ['text/javascript', `document.title = '${version}'`],
    [`/assets/later-${version}.js`]: ['text/javascript', `export const of = '${version}'`],
    [`/assets/en-${version}.js`]: ['text/javascript', ''],
    '/config.json': ['application/json', '{}'],
    '/first-paint.js': ['text/javascript', ''],
    '/favicon.png': ['image/png', ''],
    '/api/figures': ['application/json', '{"figures":1}'],
  })
  const page = () => `<!doctype html><title>-</title><script type="module" src="/assets/start-${version}.js"></script>`
  const server = createServer((request, response) => {
    if (!isUp) return request.socket.destroy()
    const [type, text] = files()[request.url ?? ''] ?? ['text/html', page()]
    const isMissing = request.url?.startsWith('/assets/') && !files()[request.url]
    response.writeHead(isMissing ? 404 : 200, { 'content-type': type, 'cache-control': 'no-cache' }).end(text)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: (next: string) => {
      version = next
    },
    cut: (isCut: boolean) => {
      isUp = !isCut
      if (isCut) server.closeAllConnections()
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('a deployment shows at the next navigation, and without a connection the last whole version opens', async ({
  browser,
}) => {
  const deployment = await aDeployment()
  const profile = await newProfile(browser, { hasWorker: true, baseUrl: deployment.url })
  const page = await profile.newPage()
  const titleAt = async (path: string) => {
    await page.goto(path)
    await page.waitForFunction(() => document.title !== '-')
    return page.title()
  }
  /** Lets the worker of a version keep the field screens, or only the files that are named. */
  const keep = (version: string, language: string | null) =>
    page.evaluate(
      async ([of, language]) => {
        const registration = await navigator.serviceWorker.register('/sw.js')
        await registration.update()
        const worker = registration.installing ?? registration.waiting ?? registration.active
        while (worker?.state !== 'activated') await new Promise((resolve) => requestAnimationFrame(resolve))
        worker.postMessage({ files: [`/assets/later-${of}.js`], language })
        const cache = await caches.open(`app /assets/start-${of}.js`)
        while (!(await cache.match(language ? '/whole' : `/assets/later-${of}.js`)))
          await new Promise((resolve) => requestAnimationFrame(resolve))
      },
      [version, language] as const,
    )
  // As text: vitest rewrites imports.
  const laterOf = (version: string) => page.evaluate(`import('/assets/later-${version}.js').then(({ of }) => of)`)

  expect(await titleAt('/measurements')).toBe('one')
  await keep('one', 'en')
  deployment.deploy('two')
  expect(await titleAt('/measurements')).toBe('two')
  await keep('two', null)

  deployment.cut(true)
  expect(await titleAt('/measurements?id=1')).toBe('one')
  expect(await laterOf('one')).toBe('one')
  expect(
    await page.evaluate(() =>
      fetch('/api/figures').then(
        () => 'answered',
        () => 'cut',
      ),
    ),
  ).toBe('cut')

  deployment.cut(false)
  expect(await titleAt('/measurements')).toBe('two')
  await keep('two', 'en')
  deployment.cut(true)
  expect(await titleAt('/anywhere')).toBe('two')
  expect(await laterOf('two')).toBe('two')
  await profile.close()
  deployment.stop()
})
