import '#web/ui/theme.css'
import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { isPublicPath, paths } from '#shared/rules/paths.ts'
import { formatIn } from '#web/lib/format.ts'
import { hasSignIn } from '#web/lib/session.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { paintAccent } from '#web/lib/theme.ts'
import { recallVisit } from '#web/lib/visit.ts'
import { isCallback, isSilentFrame, moveCallbackToQuery } from './answer.ts'
import { App } from './app.tsx'
import { type FirstTexts, startTexts } from './i18n.ts'
import { followOtherTabs } from './other-tabs.ts'
import { reportErrors } from './report-errors.ts'
import { fetchScreen } from './routes.tsx'
import { surviveTranslation } from './translated-pages.ts'
import { Unreachable } from './unreachable.tsx'
import { Visitor } from './visitor.tsx'

/** Everything that the first screen needs is asked for at once. The OpenID client is not, where nobody is signed in. */
async function start(root: HTMLElement): Promise<void> {
  const isVisitor = !hasSignIn() && !isCallback(window.location)
  const screen = isSilentFrame() ? null : fetchScreen(window.location.pathname, { isVisitor })
  // The browser's first figure takes a phone longer than several rows of a list, and until the files are there it only waits.
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
  if (client && isSilentFrame()) return client.answerFrame()
  if (site.sentryDsn) void reportErrors(site.sentryDsn, site.environment)
  paintAccent()
  const within = client ? await personWith(client) : visitor()
  const drawn = createRoot(root)
  // Drawn in short pieces, between which the page answers: at once it keeps a phone busy for half a second.
  startTransition(() =>
    drawn.render(
      <StrictMode>
        <App within={within} />
      </StrictMode>,
    ),
  )
}

/** A visitor's start says little; the first screen of anybody else is drawn with all that it says. */
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
  recallVisit()
  followOtherTabs(null)
  return (screens) => <Visitor>{screens}</Visitor>
}

const root = document.getElementById('root')
if (root) void start(root)
