import { useTranslation } from 'react-i18next'
import { paths } from '#shared/rules/paths.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { AuditLog } from './audit-log.tsx'

/** The audit log as a screen of its own: for account admins what concerns their account, for tenant admins all of it. */
export function AuditPage() {
  const { t } = useTranslation()
  const { isAdmin, isTenantAdmin } = useSignedIn()
  if (!isAdmin) {
    return (
      <Page title={t('errors.noAccess')} lead={t('errors.noAccessHelp')} narrow>
        <ButtonLink to={paths.home}>{t('errors.goHome')}</ButtonLink>
      </Page>
    )
  }
  return (
    <Page title={t('audit.title')} lead={t(isTenantAdmin ? 'audit.leadTenant' : 'audit.leadAccount')}>
      <AuditLog />
    </Page>
  )
}
