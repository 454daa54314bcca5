import { shownEmail } from '#shared/rules/shown-email.ts'
import { site } from '#web/lib/site-config.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Page, Section } from '#web/ui/page.tsx'

/** The statement of accessibility. */
export function AccessibilityPage() {
  const { t } = useTranslation()
  const { contactEmail } = site()
  return (
    <Page title={t('accessibility.title')} lead={t('accessibility.lead')} narrow>
      <Section title={t('accessibility.standard')}>
        <p className="max-w-prose">{t('accessibility.standardText')}</p>
      </Section>
      <Section title={t('accessibility.limits')}>
        <ul className="flex max-w-prose list-disc flex-col gap-2 pl-5">
          <li>{t('accessibility.limitsMap')}</li>
          <li>{t('accessibility.limitsFiles')}</li>
          <li>{t('accessibility.limitsAudit')}</li>
        </ul>
      </Section>
      <Section title={t('accessibility.help')}>
        <p className="max-w-prose">{t('accessibility.helpText')}</p>
        <p className="mt-2">
          <a href={`mailto:${contactEmail}`} className="link break-all">
            {shownEmail(contactEmail)}
          </a>
        </p>
      </Section>
    </Page>
  )
}
