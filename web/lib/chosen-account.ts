import i18next from 'i18next'
import type { UserManager } from 'oidc-client-ts'
import type { CallOf } from '#shared/contract/endpoint.ts'
import { readOwnAccountsCall } from '#shared/contract/member-calls.ts'
import type { readOwnAccounts } from '#shared/contract/own-accounts.ts'
import { accountHeader } from '#shared/rules/chosen-account.ts'
import { paths } from '#shared/rules/paths.ts'
import type { SignedInRecord } from '#shared/rules/signed-in-record.ts'
import '#web/texts/part-texts.ts'
import { addressOf, read } from './call.ts'
import { sayAfterLoad } from './said-after-load.ts'
import { acting, storedUser } from './session.ts'
import { accountsIn, ownerIn } from './session-of.ts'
import { siteStorage, tabStorage } from './site-storage.ts'

/** Typed like its endpoint, without zod. */
export const ownAccounts: CallOf<typeof readOwnAccounts> = readOwnAccountsCall

const choice = 'account.chosen'
/** Refused calls may be many: once a page, unless the registry is unreachable. */
let isLeaving = false

/**
 * Acts for the account that this tab chose, else for the browser's last choice, else for the first account. Goes on for
 * another one, with a page loaded anew, once the person does not belong to the account any more: renewed tokens do not
 * name the account, or the registry refuses a call for this reason.
 */
export function followChoice(manager: UserManager): void {
  if (acting.onLost) return
  const user = storedUser()
  if (user) actFor(user)
  manager.events.addUserLoaded((user) => {
    if (acting.accountId === undefined) actFor(user)
    else if (!accountsIn(user).includes(acting.accountId)) void goOn()
  })
  acting.onLost = () => void goOn(() => manager.signinSilent())
}

/** `renew` renews the tokens first. Stays where the registry still knows the person in the account. */
async function goOn(renew: () => Promise<unknown> = async () => null): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  await renew().catch(() => null)
  const own = await read(ownAccounts, addressOf(ownAccounts, {}), true).catch(() => null)
  const user = storedUser()
  if (!user || !own) {
    isLeaving = false
    return
  }
  const named = accountsIn(user)
  const isMember = own.accounts.some((account) => account.accountId === acting.accountId)
  const next = own.accounts.find((account) => named.includes(account.accountId))
  if (isMember) return
  if (!next) {
    // Without any account: the page of newcomers.
    if (named.length === 0) window.location.reload()
    return
  }
  sayAfterLoad({ tone: 'bad', text: i18next.t('ownAccounts.gone', { account: next.name }) })
  choose(user.profile.sub, next.accountId, paths.home)
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
  acting.owner = ownerIn(sub, accountId)
}

/** Before the person joins another account: the tab goes on for the present one. */
export function stayWith(sub: string, accountId: string): void {
  tabStorage.setItem(choice, nameOf(sub, accountId))
}

/** Opens the address for another account; other tabs keep theirs. */
export function choose(sub: string, accountId: string, address: string): void {
  for (const storage of [tabStorage, siteStorage]) storage.setItem(choice, nameOf(sub, accountId))
  window.location.assign(address)
}

const nameOf = (sub: string, accountId: string) => `${sub} ${accountId}`
