import { loadRefusals } from '#web/lib/refusal-texts.ts'
import { loadAllTexts } from './i18n.ts'

/** Lets a service worker keep the app's files, on devices that do not save data with the screens used in the field. */
export async function keepApp(): Promise<void> {
  const registration = await navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
  // Tests block workers: nothing is registered.
  if (!registration) return
  await registration.update().catch(() => undefined)
  const worker = registration.installing ?? registration.waiting ?? registration.active
  if (!worker) return
  await isActive(worker)
  const isWhole = !savesData() && (await loadFieldScreens())
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  worker.postMessage({ files: files.filter(isAsset), of: startScript(), isWhole })
}

/** Loading a screen lets the worker keep the screen's files. */
async function loadFieldScreens(): Promise<boolean> {
  const loaded = [
    import('#web/features/dashboard/account-notice.tsx'),
    import('#web/features/dashboard/dashboard-page.tsx'),
    import('#web/features/dashboard/next-act.tsx'),
    import('#web/features/dashboard/role-desk.tsx'),
    import('#web/features/measurements/measurements-page.tsx'),
    import('#web/features/projects/my-projects-page.tsx'),
    import('#web/features/projects/project-page.tsx'),
    import('#web/ui/toast-card.tsx'),
    import('./mobile-menu.tsx'),
    import('./onboarding.tsx'),
    import('./person-bar.tsx'),
    import('#web/features/hero/session-notices.tsx'),
    loadAllTexts(),
    loadRefusals(),
  ]
  return Promise.all(loaded).then(
    () => true,
    () => false,
  )
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

/** The worker's version (vite.config.ts). */
function startScript(): string | null {
  const script = document.querySelector<HTMLScriptElement>('script[src^="/assets/start-"]')
  return script && new URL(script.src).pathname
}

/** Loads the new version if a file of this version is gone from the server. */
export async function reloadIfReplaced(): Promise<void> {
  const page = await fetch('/index.html', { cache: 'no-cache' }).catch(() => null)
  const start = startScript()
  if (page?.ok && start && !(await page.text()).includes(start)) window.location.reload()
}
