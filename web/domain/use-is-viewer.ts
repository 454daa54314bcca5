import { first } from '#web/lib/first-calls.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'

/** Whether the reader only reads in the account; false until the account is read. */
export function useIsViewer(): boolean {
  const accountId = useSession()?.accountId ?? null
  return useRead(first.readAccount, { when: accountId !== null }).data?.role === 'Viewer'
}
