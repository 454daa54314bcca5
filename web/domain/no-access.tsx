import { useTranslation } from 'react-i18next'
import { paths } from '#shared/rules/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

/** What is at this address is not for the reader. */
export function NoAccess() {
  const { t } = useTranslation()
  return (
    <Page title={t('errors.noAccess')} lead={t('errors.noAccessHelp')} narrow>
      <ButtonLink to={paths.home}>{t('errors.goHome')}</ButtonLink>
    </Page>
  )
}
