import '#web/ui/theme.css'
import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { isPublicPath, paths } from '#shared/rules/paths.ts'
import { formatIn } from '#web/lib/format.ts'
import { hasSignIn } from '#web/lib/session.ts'
import { restoreSessionProblem } from '#web/lib/session-problem.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { paintAccent } from '#web/lib/theme.ts'
import { App } from './app.tsx'
import { isCallback, isSilentFrame, moveCallbackToQuery } from './callback.ts'
import { type FirstTexts, startTexts } from './i18n.ts'
import { followOtherTabs } from './other-tabs.ts'
import { reportErrors } from './report-errors.ts'
import { fetchScreen } from './routes.tsx'
import { surviveTranslation } from './translated-pages.ts'
import { Unreachable } from './unreachable.tsx'
import { Visitor } from './visitor.tsx'

/** Loads everything for the first page in parallel; visitors need no OpenID client. */
async function start(root: HTMLElement): Promise<void> {
  const isVisitor = !hasSignIn() && !isCallback(window.location)
  const screen = isSilentFrame() ? null : fetchScreen(window.location.pathname, { isVisitor })
  // Warm-up: the browser's first number format is slow on a phone.
  setTimeout(() => formatIn(navigator.language).figure(0))
  const [client, site] = await Promise.all([
    isVisitor ? null : import('./client.tsx'),
    loadSiteConfig().catch(() => null),
    startTexts(firstTexts(isVisitor)),
    screen,
  ])
  if (!site) {
    createRoot(root).render(<Unreachable />)
    return
  }
  surviveTranslation()
  moveCallbackToQuery()
  if (client && isSilentFrame()) return client.completeSilentRenewal()
  if (site.sentryDsn) void reportErrors(site.sentryDsn, site.environment)
  paintAccent()
  const within = client ? await personWith(client) : visitor()
  const drawn = createRoot(root)
  // A synchronous render blocks a phone for half a second.
  startTransition(() =>
    drawn.render(
      <StrictMode>
        <App within={within} />
      </StrictMode>,
    ),
  )
}

function firstTexts(isVisitor: boolean): FirstTexts {
  const { pathname } = window.location
  if (isVisitor && !isPublicPath(pathname)) return 'start'
  return pathname === paths.home ? 'dashboard' : 'all'
}

async function personWith({ Client, openClient }: typeof import('./client.tsx')) {
  const userManager = await openClient()
  return (screens: ReactNode) => <Client userManager={userManager}>{screens}</Client>
}

function visitor(): (screens: ReactNode) => ReactNode {
  restoreSessionProblem()
  followOtherTabs(null)
  return (screens) => <Visitor>{screens}</Visitor>
}

const root = document.getElementById('root')
if (root) void start(root)
