/**
 * Lets a service worker keep the app's files; on devices that do not save data also those of the screens used in the field
 * (vite.config.ts).
 */
export async function keepApp(): Promise<void> {
  const worker = await ownWorker()
  // No worker fetches the list of waiting changes, which must open without a connection.
  if (!worker || savesData()) await import('./waiting-list.tsx').catch(() => undefined)
  if (!worker) return
  await isActive(worker)
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  worker.postMessage({ files: files.filter(isAsset), language: savesData() ? null : document.documentElement.lang })
}

async function ownWorker(): Promise<ServiceWorker | null> {
  const registration = await navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  // Tests block workers: nothing is registered.
  if (!registration) return null
  await registration.update().catch(() => undefined)
  return registration.installing ?? registration.waiting ?? registration.active
}

function isActive(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const look = () => worker.state === 'activated' && resolve()
    worker.addEventListener('statechange', look)
    look()
  })
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true
}

function isAsset(url: string): boolean {
  return url.startsWith(`${window.location.origin}/assets/`)
}

function startScript(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[src^="/assets/start-"]')
  return script && new URL(script.src).pathname
}

/** Loads the new version if a file of this version is gone from the server; an open dialog is finished first. */
export async function reloadIfReplaced(): Promise<void> {
  const page = await fetch('/index.html', { cache: 'no-cache' }).catch(() => null)
  const start = startScript()
  if (!page?.ok || !start || (await page.text()).includes(start)) return
  while (document.querySelector('dialog[open]')) await new Promise((resolve) => setTimeout(resolve, dialogLookMs))
  window.location.reload()
}

const dialogLookMs = 500
