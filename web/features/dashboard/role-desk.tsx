import type { Account } from '#shared/contract/accounts.ts'
import type { Session } from '#web/lib/session.ts'
import { AssignedWork } from './assigned-work.tsx'
import { BuyerDesk } from './buyer-desk.tsx'
import { RegistryDesk } from './registry-desk.tsx'

export function RoleDesk({ session, account }: { session: Session; account: Account | undefined }) {
  return (
    <>
      {session.may('project.decide') && <RegistryDesk />}
      {account?.type === 'measurement provider' && <AssignedWork kind="measurements" />}
      {account?.type === 'verification provider' && <AssignedWork kind="verifications" />}
      {account?.type === 'buyer' && <BuyerDesk accountId={account.accountId} />}
    </>
  )
}
