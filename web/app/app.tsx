import { ErrorResponse, type UserManager } from 'oidc-client-ts'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AuthProvider, useAuth } from 'react-oidc-context'
import { BrowserRouter, useLocation, useNavigate } from 'react-router'
import { SWRConfig } from 'swr'
import { usableUser } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site-config.ts'
import { paintAccent } from '#web/lib/theme.ts'
import { readSettings } from '#web/lib/use-read.ts'
import { forgetTrouble, useTrouble } from '#web/lib/visit.ts'
import { useWords } from '#web/lib/words.ts'
import { SiteName } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { isCallback, returnPathOf } from './auth.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { AppRoutes } from './routes.tsx'

/** The whole app. It is drawn again when the registry has changed its words or its look. */
export function App({ userManager }: { userManager: UserManager }) {
  const { accent } = useSite()
  const { name } = useWords()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colour painted is the site's
  useEffect(paintAccent, [accent])
  return (
    <BrowserRouter>
      <SWRConfig value={readSettings}>
        <SignIn userManager={userManager}>
          <ErrorBoundary>
            <SiteName value={name}>
              <Suspense>
                <AppRoutes />
              </Suspense>
            </SiteName>
          </ErrorBoundary>
        </SignIn>
      </SWRConfig>
    </BrowserRouter>
  )
}

/** Completes a sign-in; its code and state are then removed from the address without a reload. */
function SignIn({ userManager, children }: { userManager: UserManager; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <AuthProvider
      userManager={userManager}
      onSigninCallback={(user) => void navigate(returnPathOf(user?.state), { replace: true })}
    >
      <AfterFailure userManager={userManager} />
      <FollowVisit />
      {children}
    </AuthProvider>
  )
}

/**
 * Removes the answer of a failed sign-in from the address too. If nobody is signed in, the session's notices show the
 * failure. A person who is signed in stays so, and is told only if the answer was to an attempt made here.
 */
function AfterFailure({ userManager }: { userManager: UserManager }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { error } = useAuth()
  useEffect(() => {
    if (error?.source !== 'signinCallback') return
    if (isCallback(window.location)) navigate('/', { replace: true })
    if (!usableUser()) return
    if (error.innerError instanceof ErrorResponse) toast({ tone: 'bad', text: t('session.signInFailed') })
    void userManager.getUser(true)
  }, [error, navigate, userManager, t])
  return null
}

/** Leads to the start when a call had no usable token, and back when there is a new one. */
function FollowVisit() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { user, removeUser } = useAuth()
  const trouble = useTrouble()
  useEffect(() => {
    if (trouble?.what !== 'ended' || trouble.why === 'over') return
    navigate('/', { replace: true })
    if (trouble.why === 'refused') void removeUser()
  }, [trouble, navigate, removeUser])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new token is what ends the trouble, nothing else does
  useEffect(() => {
    if (!user || !usableUser()) return
    if (trouble && 'returnTo' in trouble && pathname === '/') navigate(trouble.returnTo, { replace: true })
    forgetTrouble()
  }, [user])
  return null
}
