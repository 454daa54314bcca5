import { Mail, MapPin } from 'lucide-react'
import { lazy } from 'react'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { site } from '#web/lib/site-config.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card, Page } from '#web/ui/page.tsx'
import { AccessibilityPage } from './accessibility-page.tsx'

const ServiceStatusPage = lazy(async () => ({
  default: (await import('./service-status-page.tsx')).ServiceStatusPage,
}))

/** The contact, the statement of accessibility (`?view=accessibility`), or the status page (`?view=status`). */
export function ContactPage() {
  const [view] = useUrlState('view')
  if (view === 'status') return <ServiceStatusPage />
  return view === 'accessibility' ? <AccessibilityPage /> : <Contact />
}

function Contact() {
  const { t } = useTranslation()
  const { registryOwner, contactEmail } = site()
  const { contactAddress } = useWords()
  return (
    <Page title={t('contact.title')} lead={t('contact.lead')} narrow>
      <Card>
        <h2 className="text-lg font-semibold">{registryOwner}</h2>
        <p className="mt-3 flex items-start gap-3">
          <MapPin aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-faint" />
          <span className="whitespace-pre-line">{contactAddress}</span>
        </p>
        <p className="mt-3 flex items-start gap-3">
          <Mail aria-hidden size={18} className="mt-0.5 shrink-0 text-ink-faint" />
          <span className="min-w-0 break-all">{shownEmail(contactEmail)}</span>
        </p>
        <div className="mt-6">
          <a href={`mailto:${contactEmail}`} className={buttonClass('primary')}>
            <Mail aria-hidden size={16} />
            {t('contact.write')}
          </a>
        </div>
      </Card>
    </Page>
  )
}
