import type { Account } from '#shared/contract/accounts.ts'
import type { Session } from '#web/lib/session.ts'
import { AssignedWork } from './assigned-work.tsx'
import { HoldingsAndClaims } from './holdings-and-claims.tsx'
import { RegistryDesk } from './registry-desk.tsx'

/** What people of this kind come for: a registry its queue, a provider its work by state, a buyer its holdings and claims. */
export function RoleDesk({ session, account: { type, accountId } }: { session: Session; account: Account }) {
  return (
    <>
      {session.may('project.decide') && <RegistryDesk />}
      {type === 'measurement provider' && <AssignedWork kind="measurements" />}
      {type === 'verification provider' && <AssignedWork kind="verifications" />}
      {type === 'buyer' && <HoldingsAndClaims accountId={accountId} />}
    </>
  )
}
