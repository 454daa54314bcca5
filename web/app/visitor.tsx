import { type ReactNode, useMemo, useState } from 'react'
import { type SignIn, SignInContext } from '#web/lib/sign-in.ts'

/** Loads the OpenID client on sign-in. */
export function Visitor({ children }: { children: ReactNode }) {
  const [attempt, setAttempt] = useState<Pick<SignIn, 'activeNavigator' | 'error'>>({})
  const value = useMemo<SignIn>(
    () => ({
      ...nobody,
      ...attempt,
      async signinRedirect(args) {
        setAttempt({ activeNavigator: 'signinRedirect' })
        try {
          const { createUserManager } = await import('./auth.ts')
          await createUserManager({ isFrame: false }).signinRedirect(args)
          // The user came back with the browser's button.
          setAttempt({})
        } catch (thrown) {
          const reason = thrown instanceof Error ? thrown : new Error(String(thrown))
          setAttempt({ error: Object.assign(reason, { source: 'signinRedirect', args } as const) })
        }
      },
    }),
    [attempt],
  )
  return <SignInContext value={value}>{children}</SignInContext>
}

const nobody = {
  session: null,
  isLoading: false,
  signinSilent: async () => null,
  signoutRedirect: async () => undefined,
  removeUser: async () => undefined,
  revokeTokens: async () => undefined,
}
