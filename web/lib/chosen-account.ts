import type { UserManager } from 'oidc-client-ts'
import { accountHeader } from '#shared/rules/chosen-account.ts'
import type { SignedInRecord } from '#shared/rules/signed-in-record.ts'
import { acting, storedUser } from './session.ts'
import { accountsIn } from './session-of.ts'
import { siteStorage, tabStorage } from './site-storage.ts'

const choice = 'account.chosen'

/**
 * Acts for the account that this tab chose, else for the browser's last choice, else for the first account. Reloads
 * once the person does not belong to the account any more, so that nothing of the account stays in memory.
 */
export function followChoice(manager: UserManager): void {
  const user = storedUser()
  if (user) actFor(user)
  manager.events.addUserLoaded((user) => {
    if (acting.accountId === undefined) actFor(user)
    else if (!accountsIn(user).includes(acting.accountId)) window.location.reload()
  })
}

/** Sets for which account this tab acts, of a person's several. */
function actFor(user: SignedInRecord): void {
  const { sub } = user.profile
  const accounts = accountsIn(user)
  const [first] = accounts
  if (first === undefined || accounts.length === 1) return
  const chosen = [tabStorage, siteStorage].map((storage) => storage.getItem(choice))
  const accountId = chosen.flatMap((text) => accounts.filter((each) => text === nameOf(sub, each)))[0] ?? first
  // Kept, so that a choice in another tab does not change this one.
  tabStorage.setItem(choice, nameOf(sub, accountId))
  acting.accountId = accountId
  acting.headers = { [accountHeader]: accountId }
  acting.owner = accountId === first ? sub : nameOf(sub, accountId)
}

/** After the person joined another account: the tab goes on for the present one. */
export function stayWith(user: SignedInRecord, accountId: string): void {
  tabStorage.setItem(choice, nameOf(user.profile.sub, accountId))
  actFor(user)
}

/** Opens the address for another account; other tabs keep theirs. */
export function choose(sub: string, accountId: string, address: string): void {
  for (const storage of [tabStorage, siteStorage]) storage.setItem(choice, nameOf(sub, accountId))
  window.location.assign(address)
}

const nameOf = (sub: string, accountId: string) => `${sub} ${accountId}`
