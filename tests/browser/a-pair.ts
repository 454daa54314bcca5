import { newId } from '#server/infra/db/database.ts'
import { createAccount, decideAccount, readAccount } from '#shared/contract/accounts.ts'
import { changeProtection } from '#shared/contract/pending.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { listBalances, transferUnits } from '#shared/contract/wallet.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import type { Caller } from '#tests/kit/person.ts'
import { addPersonWithoutAccount, callerOf, sandboxCaller } from './signed-in.ts'
import { world } from './world.ts'

export type Pair = {
  accountId: string
  name: string
  /** As `signInAs` names them. */
  admin: string
  colleague: string
  call: Caller['call']
  wait: Caller['wait']
  assetId: string
}

const roleOf = (email: string) => email.split('@')[0] ?? ''

/** An account of a test with two people, some units, and a protection of its own. */
export async function aPair(
  name: string,
  protection: { approvalFrom?: number; acceptsTransfers?: boolean } = {},
): Promise<Pair> {
  const email = await addPersonWithoutAccount()
  const { accountId } = await (await callerOf(email)).call(createAccount, {
    body: { name, type: 'buyer', country: 'KE' },
  })
  const registry = await sandboxCaller('tenant-admin')
  await registry.call(decideAccount, { params: { accountId }, body: { act: 'approve' } })
  const admin = await callerOf(email)
  const colleague = await aColleague(admin)
  const assetId = await giveUnits(accountId)
  await admin.call(changeProtection, { body: protection })
  return { accountId, name, admin: roleOf(email), colleague, assetId, call: admin.call, wait: admin.wait }
}

async function aColleague(admin: Caller): Promise<string> {
  const email = `${newId()}@registry.test`
  const { invitationUrl } = await admin.call(inviteUser, {
    body: { firstName: 'Zawadi', lastName: 'Mrema', email },
  })
  const reader = formReader()
  await reader.open(String(invitationUrl))
  await reader.submit({ password: world.password, repeat: world.password })
  // The registry counts people who have signed in.
  await (await callerOf(email)).call(readAccount)
  return roleOf(email)
}

async function giveUnits(toAccountId: string): Promise<string> {
  const proponent = await sandboxCaller('proponent')
  const { items } = await proponent.call(listBalances, { query: { accountId: 'green-hills' } })
  const held = items.find(({ balance, stop }) => balance >= 100 && !stop)
  const assetId = held?.assetId ?? ''
  await proponent.call(transferUnits, { body: { toAccountId, items: [{ assetId, quantity: 20 }] } })
  return assetId
}
