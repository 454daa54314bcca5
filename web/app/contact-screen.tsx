import { lazy } from 'react'
import { ContactPage } from '#web/features/contact/contact-page.tsx'
import { takeLink } from '#web/lib/by-link.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'

const AuditorPage = lazy(async () => ({
  default: (await import('#web/features/auditor/auditor-page.tsx')).AuditorPage,
}))

/** The page for auditors (`?view=auditor`), or the contact with its further public pages. */
export function ContactScreen() {
  const [view] = useUrlState('view')
  return view === 'auditor' ? <AuditorPage /> : <ContactPage />
}

// At once: reports of errors, which begin later, tell the page's address.
if (new URLSearchParams(window.location.search).get('view') === 'auditor') takeLink()
