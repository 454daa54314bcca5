import type { WalletBalance } from '#shared/contract/wallet.ts'
import { first } from '#web/lib/first-calls.ts'
import type { Read } from '#web/lib/use-read.ts'
import { useReadAll } from '#web/lib/use-read-all.ts'

/** All balances, in one request for all parts of the page. */
export function useHoldings(accountId: string | null): Read<WalletBalance[]> {
  return useReadAll(first.listBalances, { query: { accountId: accountId ?? '' }, when: accountId !== null })
}
