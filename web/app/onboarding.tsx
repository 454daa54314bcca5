import { lazy, type ReactNode, Suspense } from 'react'
import { CallError } from '#web/lib/call.ts'
import { first } from '#web/lib/first-calls.ts'
import { detailsIn } from '#web/lib/refusal.ts'
import type { Session } from '#web/lib/session.ts'
import { useRead } from '#web/lib/use-read.ts'
import { Loaded } from '#web/ui/states.tsx'

const MissingGroups = lazy(async () => ({ default: (await import('./missing-groups.tsx')).MissingGroups }))
const AccountForm = lazy(async () => ({ default: (await import('./account-form.tsx')).AccountForm }))

/**
 * People without an account, or whose token names an account that does not exist, register one or see which groups their
 * token lacks. The registry's admins need no account.
 */
export function Onboarding({ session, children }: { session: Session; children: ReactNode }) {
  const needsNone = session.reach('user.administer') === 'tenant'
  const account = useRead(first.readAccount, { when: !needsNone })
  if (needsNone) return children
  if (account.error instanceof CallError && account.error.status === 404) {
    const groups = detailsIn(account.error)
      .filter(({ path }) => path === 'groups')
      .map(({ message }) => message)
    return (
      <Suspense>
        {groups.length > 0 ? (
          <MissingGroups groups={groups} onRenewed={account.retry} />
        ) : (
          <AccountForm onRegistered={account.retry} />
        )}
      </Suspense>
    )
  }
  if (account.data || session.accountId !== null) return children
  return (
    <div className="mx-auto max-w-7xl px-4 py-10 sm:px-6">
      <Loaded from={account} rows={5}>
        {() => children}
      </Loaded>
    </div>
  )
}
