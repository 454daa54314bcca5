/**
 * Keeps the app's own files, so that the app opens without a connection. A page comes from the registry first, so that
 * a new version shows at the next navigation. The API never passes through here: the app keeps its answers itself, and
 * says how old they are.
 */
declare const self: ServiceWorkerGlobalScope
/** Of the worker's build (vite.config.ts): the start script, the files of the field screens, and of texts by language. */
declare const version: string
declare const fieldFiles: readonly string[]
declare const textFiles: Record<string, readonly string[]>

const own = `app ${version}`
const shell = '/index.html'
/** Marks a version all of whose field screens are kept. */
const whole = '/whole'
/** Served under the same name by every version. */
const named = ['/config.json', '/first-paint.js', '/favicon.png']
/** Open pages may still be of the version before. */
const versionsKept = 2
/** How long a page waits for the registry while the kept app could open. */
const waitMs = 4_000
const elsewhere = /^\/(api|auditor|stop|identity|images|documents|certificates)(\/|$)|\.[a-z0-9]{2,5}$/i

self.addEventListener('install', (event) => {
  void self.skipWaiting()
  event.waitUntil(keepShell())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), deleteEarlier()]))
})

/** A page names the files that it loaded, and the language of the field screens; null on devices that save data. */
self.addEventListener('message', (event) => {
  const { files, language }: { files: string[]; language: string | null } = event.data
  event.waitUntil(keepAll(files, language))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(assetOf(request))
  else if (named.includes(pathname)) event.respondWith(newestOf(request))
  else if (request.mode === 'navigate' && !elsewhere.test(pathname)) event.respondWith(pageOf(request))
})

async function keepShell(): Promise<void> {
  const cache = await caches.open(own)
  const page = await fetch(shell, { cache: 'no-cache' })
  const text = await page.clone().text()
  // Another machine may still serve the version before: the browser tries again.
  if (!page.ok || !text.includes(version)) throw new Error('The page is of another version.')
  await cache.addAll([...text.matchAll(/\/assets\/[^"]+/g)].map(([file]) => file))
  await Promise.all(named.map((file) => cache.add(new Request(file, { cache: 'no-cache' }))))
  await cache.put(shell, page)
}

/** Resolves to whether all are kept. One after the other: the page's own calls come first on a slow line. */
async function keepFiles(files: readonly string[]): Promise<boolean> {
  const cache = await caches.open(own)
  const isThere = async (file: string) => (await kept(file)) !== undefined
  const add = (file: string) =>
    cache.add(file).then(
      () => true,
      () => false,
    )
  let areKept = true
  for (const file of files) areKept = ((await isThere(file)) || (await add(file))) && areKept
  return areKept
}

async function keepAll(files: readonly string[], language: string | null): Promise<void> {
  await keepFiles(files)
  const texts = textFiles[language ?? '']
  if (!texts) return
  const areKept = await keepFiles([...fieldFiles, ...texts])
  if (areKept) await (await caches.open(own)).put(whole, new Response())
}

async function deleteEarlier(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith('app ') && name !== own)
  for (const name of names.slice(0, Math.max(0, names.length - versionsKept + 1))) await caches.delete(name)
}

function kept(file: string | Request): Promise<Response | undefined> {
  return caches.match(file, { ignoreVary: true })
}

async function assetOf(request: Request): Promise<Response> {
  const found = await kept(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) void keep(request, answer.clone())
  return answer
}

async function keep(file: string | Request, answer: Response): Promise<void> {
  await (await caches.open(own)).put(file, answer)
}

async function newestOf(request: Request): Promise<Response> {
  try {
    const answer = await withinTime(fetch(request))
    if (answer.ok) void keep(request, answer.clone())
    return answer
  } catch (failed) {
    const found = await (await caches.open(own)).match(request, { ignoreVary: true })
    if (found) return found
    throw failed
  }
}

async function pageOf(request: Request): Promise<Response> {
  const answer = fetch(request)
  try {
    return await withinTime(answer)
  } catch {
    return (await lastWholeShell()) ?? answer
  }
}

/** Of the newest version that is kept whole; without such a version, of the newest. */
async function lastWholeShell(): Promise<Response | undefined> {
  const names = (await caches.keys()).filter((name) => name.startsWith('app ')).reverse()
  let newest: Response | undefined
  for (const name of names) {
    const cache = await caches.open(name)
    const page = await cache.match(shell)
    if (page && (await cache.match(whole))) return page
    newest ??= page
  }
  return newest
}

function withinTime(answer: Promise<Response>): Promise<Response> {
  return Promise.race([
    answer,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The registry is too slow.')), waitMs)),
  ])
}
