import { useTranslation } from 'react-i18next'
import { NoAccess } from '#web/domain/not-found.tsx'
import { useSignedIn } from '#web/lib/use-session.ts'
import { Page } from '#web/ui/page.tsx'
import { AuditLog } from './audit-log.tsx'

/** The audit log as a screen of its own: for account admins what concerns their account, for tenant admins all of it. */
export function AuditPage() {
  const { t } = useTranslation()
  const { isAdmin, isTenantAdmin } = useSignedIn()
  if (!isAdmin) return <NoAccess />
  return (
    <Page title={t('audit.title')} lead={t(isTenantAdmin ? 'audit.leadTenant' : 'audit.leadAccount')}>
      <AuditLog />
    </Page>
  )
}
