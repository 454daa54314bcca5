import { lazy } from 'react'
import { ContactPage } from '#web/features/contact/contact-page.tsx'
import { linkedViews, takeLink } from '#web/lib/by-link.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'

const AuditorPage = lazy(async () => ({
  default: (await import('#web/features/auditor/auditor-page.tsx')).AuditorPage,
}))

const StopPage = lazy(async () => ({ default: (await import('#web/features/stop/stop-page.tsx')).StopPage }))

/** The pages that links open (`?view=auditor`, `?view=stop`), or the contact with its further public pages. */
export function ContactScreen() {
  const [view] = useUrlState('view')
  if (view === 'auditor') return <AuditorPage />
  return view === 'stop' ? <StopPage /> : <ContactPage />
}

// At once: reports of errors, which begin later, tell the page's address.
const asked = new URLSearchParams(window.location.search).get('view')
const linked = linkedViews.find((view) => view === asked)
if (linked) takeLink(linked)
