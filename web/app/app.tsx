import type { UserManager } from 'oidc-client-ts'
import { Suspense } from 'react'
import { AuthProvider } from 'react-oidc-context'
import { BrowserRouter, useNavigate } from 'react-router'
import { SWRConfig } from 'swr'
import { readSettings } from '#web/lib/use-read.ts'
import { returnPathOf } from './auth.ts'
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
function SignIn({ userManager, children }: { userManager: UserManager; children: React.ReactNode }) {
  const navigate = useNavigate()
  return (
    <AuthProvider
      userManager={userManager}
      onSigninCallback={(user) => void navigate(returnPathOf(user?.state), { replace: true })}
    >
      {children}
    </AuthProvider>
  )
}
