import { lazy, type ReactNode, Suspense } from 'react'
import { readAccount } from '#shared/contract/accounts.ts'
import { CallError } from '#web/lib/call.ts'
import type { Session } from '#web/lib/session.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Loaded } from '#web/ui/states.tsx'

const AccountForm = lazy(async () => ({ default: (await import('./account-form.tsx')).AccountForm }))

/** Lets people with an account through; who has none yet is asked for one. Admins need none. */
export function Onboarding({ session, children }: { session: Session; children: ReactNode }) {
  const needsNone = session.accountId !== null || session.isAdmin
  const account = useRead(readAccount, { when: !needsNone })
  if (needsNone) return children
  if (account.error instanceof CallError && account.error.status === 404) {
    return (
      <Suspense>
        <AccountForm />
      </Suspense>
    )
  }
  if (account.data) return children
  return (
    <div className="mx-auto max-w-7xl px-4 py-10 sm:px-6">
      <Loaded from={account} rows={5}>
        {() => children}
      </Loaded>
    </div>
  )
}
