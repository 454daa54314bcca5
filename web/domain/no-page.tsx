import { paths } from '#shared/rules/paths.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

export function NoPage({ reason }: { reason: 'notFound' | 'noAccess' }) {
  const { t } = useTranslation()
  return (
    <Page title={t(`errors.${reason}`)} lead={t(`errors.${reason}Help`)} narrow>
      <ButtonLink to={paths.home}>{t('errors.goHome')}</ButtonLink>
    </Page>
  )
}
