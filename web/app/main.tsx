import './strict.ts'
import '#web/ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { paintAccent } from '#web/lib/theme.ts'
import { App } from './app.tsx'
import { createUserManager, isSilentFrame, moveCallbackToQuery } from './auth.ts'
import { startTexts } from './i18n.ts'
import { followOtherTabs } from './other-tabs.ts'
import { keepRenewed } from './renewal.ts'
import { reportErrors } from './report-errors.ts'
import { Unreachable } from './unreachable.tsx'

async function start(root: HTMLElement): Promise<void> {
  const [site] = await Promise.all([loadSiteConfig().catch(() => null), startTexts()])
  if (!site) {
    createRoot(root).render(<Unreachable />)
    return
  }
  moveCallbackToQuery()
  const isFrame = isSilentFrame()
  const userManager = createUserManager({ isFrame })
  if (isFrame) {
    await userManager.signinSilentCallback()
    return
  }
  keepRenewed(userManager)
  followOtherTabs(userManager)
  if (site.sentryDsn) void reportErrors(site.sentryDsn, site.environment)
  paintAccent()
  createRoot(root).render(
    <StrictMode>
      <App userManager={userManager} />
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
