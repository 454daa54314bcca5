import { ErrorResponse, type UserManager } from 'oidc-client-ts'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { AuthProvider, useAuth } from 'react-oidc-context'
import { useNavigate } from 'react-router'
import { doubtClock } from '#web/lib/device-clock.ts'
import { usableUser } from '#web/lib/session.ts'
import { SignInContext } from '#web/lib/sign-in.ts'
import { intentionPrefix, siteStorage, storedNames } from '#web/lib/site-storage.ts'
import { useSession } from '#web/lib/use-session.ts'
import { forgetTrouble, useTrouble } from '#web/lib/visit.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { toast } from '#web/ui/toast.tsx'
import { isCallback, returnPathOf } from './answer.ts'
import { createUserManager } from './auth.ts'
import { followOtherTabs } from './other-tabs.ts'
import { keepRenewed } from './renewal.ts'

const LostAnswers = lazy(async () => ({ default: (await import('./lost-answers.tsx')).LostAnswers }))

/** Starts the OpenID client after renewing an expired sign-in. */
export async function openClient(): Promise<UserManager> {
  const userManager = createUserManager({ isFrame: false })
  followOtherTabs(userManager)
  await keepRenewed(userManager)
  return userManager
}

/** Completes a silent renewal in the hidden frame. */
export async function answerFrame(): Promise<void> {
  await createUserManager({ isFrame: true }).signinSilentCallback()
}

/** Completes a sign-in and removes code and state from the address. */
export function Client({ userManager, children }: { userManager: UserManager; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <AuthProvider
      userManager={userManager}
      onSigninCallback={(user) => void navigate(returnPathOf(user?.state), { replace: true })}
    >
      <Told>
        <AfterFailure userManager={userManager} />
        <FollowVisit />
        <Lost />
        {children}
      </Told>
    </AuthProvider>
  )
}

function Told({ children }: { children: ReactNode }) {
  return <SignInContext value={useAuth()}>{children}</SignInContext>
}

/**
 * Removes a failed sign-in's response from the address. With a valid session, reports the failure only if the attempt
 * was made here.
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

/** Goes to the home page when a call lacked a usable token, and returns after a renewal. */
function FollowVisit() {
  const navigate = useNavigate()
  const { user, removeUser } = useAuth()
  const trouble = useTrouble()
  useEffect(() => {
    if (trouble?.what !== 'ended' || trouble.why === 'over') return
    navigate('/', { replace: true })
    if (trouble.why === 'refused') void removeUser()
  }, [trouble, navigate, removeUser])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new token is what ends the trouble, nothing else does
  useEffect(() => {
    if (user && !usableUser()) void doubtClock()
    if (!user || !usableUser()) return
    // The router may still be rendering the previous page.
    if (trouble && 'returnTo' in trouble && window.location.pathname === '/')
      navigate(trouble.returnTo, { replace: true })
    forgetTrouble()
  }, [user])
  return null
}

/** Reports lost responses to requests of earlier page loads. */
function Lost() {
  if (!useSession() || !storedNames(siteStorage).some((name) => name.startsWith(intentionPrefix))) return null
  return (
    <Suspense>
      <LostAnswers />
    </Suspense>
  )
}
