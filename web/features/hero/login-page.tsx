import { Navigate } from 'react-router'
import { paths } from '#shared/rules/paths.ts'
import { useAuth } from '#web/lib/sign-in.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useSignIn } from '#web/lib/use-sign-in.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { usePageTitle } from '#web/ui/page.tsx'
import { SessionNotices } from './session-notices.tsx'

/** Without header and footer. Redirects signed-in people. */
export function LoginPage() {
  const { t } = useTranslation()
  const { activeNavigator } = useAuth()
  const session = useSession()
  const signIn = useSignIn(paths.home)
  const { name } = useWords()
  usePageTitle(t('layout.signIn'))
  if (session) return <Navigate to={paths.home} replace />
  return (
    <main className="m-auto w-full max-w-md">
      <SessionNotices />
      <div className="flex flex-col gap-6 p-6">
        <h1 className="text-title font-semibold">{name}</h1>
        <p className="text-ink-soft">{t('hero.loginLead')}</p>
        <Button tone="primary" size="large" busy={activeNavigator === 'signinRedirect'} onClick={signIn}>
          {t('layout.signIn')}
        </Button>
        <Link to={paths.home} className="link self-start">
          {t('errors.goHome')}
        </Link>
      </div>
    </main>
  )
}
