import { useTranslation } from 'react-i18next'
import { Page } from '#web/ui/page.tsx'

/** What a signed-in person comes home to. */
export function DashboardPage() {
  const { t } = useTranslation()
  return <Page title={t('dashboard.title')}>{null}</Page>
}
