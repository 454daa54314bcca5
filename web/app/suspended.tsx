import { useSignOut } from '#web/lib/use-sign-out.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

export function Suspended() {
  const { t } = useTranslation()
  const signOut = useSignOut()
  return (
    <Page title={t('session.suspended')} lead={t('session.suspendedHelp')} narrow>
      <Button tone="primary" onClick={signOut}>
        {t('layout.signOut')}
      </Button>
    </Page>
  )
}
