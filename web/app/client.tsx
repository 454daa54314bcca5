import { ErrorResponse, type UserManager } from 'oidc-client-ts'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { AuthProvider, useAuth } from 'react-oidc-context'
import { useNavigate } from 'react-router'
import { SWRConfig } from 'swr'
import type { SignedInRecord } from '#shared/rules/signed-in-record.ts'
import { keepReads } from '#web/lib/keep-reads.ts'
import { takeSaid } from '#web/lib/said-after-load.ts'
import { askBy } from '#web/lib/send.ts'
import { acting, storedUser, tokenTime, usableUser } from '#web/lib/session.ts'
import { accountsIn, ownerIn, sessionOf } from '#web/lib/session-of.ts'
import { clearSessionProblem, useSessionProblem } from '#web/lib/session-problem.ts'
import { SignInContext } from '#web/lib/sign-in.ts'
import { intentionPrefix, siteStorage, storedNames } from '#web/lib/site-storage.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { LineGone } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { usePart } from '#web/ui/use-part.ts'
import { createUserManager } from './auth.ts'
import { isCallback, returnPathOf } from './callback.ts'
import { confirmedBy, confirmedKey } from './confirmed.ts'
import { followOtherTabs } from './other-tabs.ts'
import { startRenewal } from './renewal.ts'

const keptReads = { use: [keepReads] }
const loadOffline = () => import('./offline.tsx')
const loadClock = () => import('#web/lib/device-clock.ts')
const noClock = () => undefined
/** The first page loads alone. */
const firstLoadMs = 3_000

/** Starts the OpenID client after renewing an expired sign-in. */
export async function openClient(): Promise<UserManager> {
  const userManager = createUserManager({ isFrame: false })
  followOtherTabs(userManager)
  const user = storedUser()
  // A sign-in may be of several accounts.
  await followAccount(userManager, user, isCallback(window.location))
  userManager.events.addUserLoaded((user) => void followAccount(userManager, user))
  await startRenewal(userManager)
  return userManager
}

/** Names the owner of drafts; loads the choice of the account for people of several. */
async function followAccount(manager: UserManager, user: SignedInRecord | null, isOfSeveral = false): Promise<void> {
  const [first, second] = user ? accountsIn(user) : []
  if (user && first !== undefined) acting.owner = ownerIn(user.profile.sub, acting.accountId ?? first)
  if (isOfSeveral || second !== undefined) (await import('#web/lib/chosen-account.ts')).followChoice(manager)
}

/** Completes a silent renewal in the hidden frame. */
export async function completeSilentRenewal(): Promise<void> {
  await createUserManager({ isFrame: true }).signinSilentCallback()
}

/** Completes a sign-in and removes code and state from the address. */
export function Client({ userManager, children }: { userManager: UserManager; children: ReactNode }) {
  const navigate = useNavigate()
  const [isLineGone, setIsLineGone] = useState(false)
  useEffect(() => {
    const said = takeSaid()
    if (said) toast(said)
  }, [])
  return (
    <AuthProvider
      userManager={userManager}
      onSigninCallback={(user) => {
        if (confirmedBy(user?.state) !== null) {
          siteStorage.setItem(confirmedKey, String(Date.now()))
          window.close()
        }
        void navigate(returnPathOf(user?.state), { replace: true })
      }}
    >
      <SignInProvider>
        <AfterFailure userManager={userManager} />
        <FollowSession />
        <Later onLineGone={setIsLineGone} />
        <LineGone value={isLineGone}>
          <SWRConfig value={keptReads}>{children}</SWRConfig>
        </LineGone>
      </SignInProvider>
    </AuthProvider>
  )
}

function SignInProvider({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const { user } = auth
  const session = useMemo(() => (user && usableUser() ? sessionOf(user, tokenTime()) : null), [user])
  const value = useMemo(() => ({ ...auth, session }), [auth, session])
  return <SignInContext value={value}>{children}</SignInContext>
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
function FollowSession() {
  const navigate = useNavigate()
  const { user, removeUser } = useAuth()
  const problem = useSessionProblem()
  useEffect(() => {
    if (problem?.what !== 'ended' || problem.why === 'over') return
    navigate('/', { replace: true })
    if (problem.why === 'refused') void removeUser()
  }, [problem, navigate, removeUser])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new token is what ends the trouble, nothing else does
  useEffect(() => {
    if (user && !usableUser()) void loadClock().then(({ checkClock }) => checkClock(), noClock)
    if (!user || !usableUser()) return
    // The router may still be rendering the previous page.
    if (problem && 'returnTo' in problem && window.location.pathname === '/')
      navigate(problem.returnTo, { replace: true })
    clearSessionProblem()
  }, [user])
  return null
}

/**
 * What a member needs without a connection and after lost answers: loaded after the first page, at once without a
 * connection or with stored requests.
 */
function Later({ onLineGone }: { onLineGone: (isGone: boolean) => void }) {
  const { part, fetch } = usePart(loadOffline)
  const isMember = useSession() !== null
  const fetchPart = useEffectEvent(() => {
    // A call that waits to ask the person stays refused without the part.
    if (part === null) void fetch().then((isThere) => isThere || askBy(async () => false))
  })
  useEffect(() => {
    if (!isMember) return
    const isUrgent = !navigator.onLine || storedNames(siteStorage).some((name) => name.startsWith(intentionPrefix))
    const timer = setTimeout(() => fetchPart(), isUrgent ? 0 : firstLoadMs)
    const onChange = () => fetchPart()
    window.addEventListener('offline', onChange)
    window.addEventListener('online', onChange)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('offline', onChange)
      window.removeEventListener('online', onChange)
    }
  }, [isMember])
  return isMember && part && <part.Offline onLineGone={onLineGone} />
}
