import type { UserManager } from 'oidc-client-ts'
import { type ReactNode, Suspense, useEffect } from 'react'
import { AuthProvider, useAuth } from 'react-oidc-context'
import { BrowserRouter, useNavigate } from 'react-router'
import { SWRConfig } from 'swr'
import { useSite } from '#web/lib/site-config.ts'
import { paintAccent } from '#web/lib/theme.ts'
import { readSettings } from '#web/lib/use-read.ts'
import { useWords } from '#web/lib/words.ts'
import { nameSite } from '#web/ui/page.tsx'
import { isCallback, returnPathOf } from './auth.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { AppRoutes } from './routes.tsx'

/** The whole app: addresses, session, reads, screens. Drawn anew when the registry has changed its words or its look. */
export function App({ userManager }: { userManager: UserManager }) {
  const { accent } = useSite()
  const { name } = useWords()
  useEffect(() => nameSite(name), [name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colour painted is the site's
  useEffect(paintAccent, [accent])
  return (
    <BrowserRouter>
      <SWRConfig value={readSettings}>
        <SignIn userManager={userManager}>
          <ErrorBoundary>
            <Suspense>
              <AppRoutes />
            </Suspense>
          </ErrorBoundary>
        </SignIn>
      </SWRConfig>
    </BrowserRouter>
  )
}

/** Completes a sign-in's answer; its code and state then leave the address without a reload. */
function SignIn({ userManager, children }: { userManager: UserManager; children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <AuthProvider
      userManager={userManager}
      onSigninCallback={(user) => void navigate(returnPathOf(user?.state), { replace: true })}
    >
      <CleanAfterFailure />
      {children}
    </AuthProvider>
  )
}

/** A failed sign-in's answer leaves the address too; the layout says that it failed. */
function CleanAfterFailure() {
  const navigate = useNavigate()
  const { error } = useAuth()
  useEffect(() => {
    if (error?.source === 'signinCallback' && isCallback(window.location)) navigate('/', { replace: true })
  }, [error, navigate])
  return null
}
