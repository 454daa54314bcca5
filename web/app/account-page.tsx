import { YearlyFiles } from '#web/features/profile/yearly-files.tsx'
import { HoldingsPage } from '#web/features/wallet/holdings-page.tsx'

/** An account as the registry's admins see it: holdings, and what it retired by year. */
export function AccountPage() {
  return <HoldingsPage files={YearlyFiles} />
}
