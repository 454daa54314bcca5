import { durationIn } from '#web/lib/duration.ts'
import { regionOf } from '#web/lib/format.ts'
import { useSessionProblem } from '#web/lib/session-problem.ts'
import { useAuth } from '#web/lib/sign-in.ts'
import { site } from '#web/lib/site-config.ts'
import { useSignIn } from '#web/lib/use-sign-in.ts'
import { useSignOut } from '#web/lib/use-sign-out.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

export function SessionNotices() {
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-3 px-4 sm:px-6 [&>*:first-child]:mt-6">
      <Failure />
      <EndOfSession />
    </div>
  )
}

function Failure() {
  const { t } = useTranslation()
  const { error } = useAuth()
  const signOut = useSignOut()
  if (!error || error.source === 'renewSilent' || error.source === 'signinSilent') return null
  const isSignOut = error.source === 'signoutRedirect' || error.source === 'signoutCallback'
  return (
    <div role="alert">
      <Notice tone="bad" title={t(isSignOut ? 'session.signOutFailed' : 'session.signInFailed')}>
        <p>{t(isSignOut ? 'session.signOutFailedHelp' : 'session.signInFailedHelp')}</p>
        {isSignOut && (
          <p className="mt-3">
            <Button size="small" onClick={signOut}>
              {t('layout.signOut')}
            </Button>
          </p>
        )}
      </Notice>
    </div>
  )
}

function EndOfSession() {
  const { t } = useTranslation()
  const problem = useSessionProblem()
  const signIn = useSignIn()
  if (problem?.what === 'unreachable') {
    return (
      <div role="status">
        <Notice tone="waiting" title={t('session.unreachable')}>
          {t('session.unreachableHelp')}
        </Notice>
      </div>
    )
  }
  if (problem?.what === 'clock') return <WrongClock aheadMs={problem.aheadMs} />
  if (problem?.what === 'storage') {
    return (
      <div role="alert">
        <Notice tone="warn" title={t('session.storage')}>
          {t('session.storageHelp')}
        </Notice>
      </div>
    )
  }
  if (problem?.what !== 'ended') return null
  return (
    <div role="status">
      <Notice tone="warn" title={t('session.ended')}>
        <p>
          {problem.isIdle ? t('session.unusedHelp', { minutes: site().oidc.idleMinutes ?? 0 }) : t('session.endedHelp')}
        </p>
        <p className="mt-3">
          <Button size="small" onClick={signIn}>
            {t('layout.signIn')}
          </Button>
        </p>
      </Notice>
    </div>
  )
}

function WrongClock({ aheadMs }: { aheadMs: number }) {
  const { t, i18n } = useTranslation()
  const by = durationIn(regionOf(i18n.resolvedLanguage ?? 'en'), Math.abs(aheadMs))
  return (
    <div role="alert">
      <Notice tone="warn" title={t('session.clock')}>
        {t(aheadMs > 0 ? 'session.clockAhead' : 'session.clockBehind', { by })}
      </Notice>
    </div>
  )
}
