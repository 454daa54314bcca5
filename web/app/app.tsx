import type { UserManager } from 'oidc-client-ts'
import { type ReactNode, Suspense, useEffect } from 'react'
import { AuthProvider, useAuth } from 'react-oidc-context'
import { BrowserRouter, useNavigate } from 'react-router'
import { SWRConfig } from 'swr'
import { readSettings } from '#web/lib/use-read.ts'
import { isCallback, returnPathOf } from './auth.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { AppRoutes } from './routes.tsx'

/** The whole app: addresses, session, reads, screens. */
export function App({ userManager }: { userManager: UserManager }) {
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
