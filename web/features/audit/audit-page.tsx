import { NoPage } from '#web/domain/no-page.tsx'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Page } from '#web/ui/page.tsx'
import { AuditLog } from './audit-log.tsx'

/** Account admins see their account's part, tenant admins all of it. */
export function AuditPage() {
  const { t } = useTranslation()
  const reach = useSignedIn().reach('audit.read')
  if (reach === 'none') return <NoPage reason="noAccess" />
  return (
    <Page title={t('audit.title')} lead={t(reach === 'tenant' ? 'audit.leadTenant' : 'audit.leadAccount')}>
      <AuditLog />
    </Page>
  )
}
