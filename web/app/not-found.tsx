import { useTranslation } from 'react-i18next'
import { paths } from '#shared/rules/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

/** There is nothing at this address. */
export function NotFound() {
  const { t } = useTranslation()
  return (
    <Page title={t('errors.notFound')} lead={t('errors.notFoundHelp')} narrow>
      <ButtonLink to={paths.home}>{t('errors.goHome')}</ButtonLink>
    </Page>
  )
}
