import { useTranslation } from 'react-i18next'
import { paths } from '#shared/rules/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

/** There is nothing at this address. */
export function NotFound() {
  const { t } = useTranslation()
  return <DeadEnd title={t('errors.notFound')} lead={t('errors.notFoundHelp')} />
}

/** What is at this address is not for the reader. */
export function NoAccess() {
  const { t } = useTranslation()
  return <DeadEnd title={t('errors.noAccess')} lead={t('errors.noAccessHelp')} />
}

function DeadEnd({ title, lead }: { title: string; lead: string }) {
  const { t } = useTranslation()
  return (
    <Page title={title} lead={lead} narrow>
      <ButtonLink to={paths.home}>{t('errors.goHome')}</ButtonLink>
    </Page>
  )
}
