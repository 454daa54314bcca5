import { inTenant } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { refuseChangedMeanwhile } from '#server/people/audit/meanwhile.ts'
import { notify } from '#server/people/notices/notify.ts'
import type { Account, updateAccount } from '#shared/contract/accounts.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { next } from '#shared/rules/lifecycle/machine.ts'
import { accountMachine } from '#shared/rules/lifecycle/people.ts'
import { type Actor, memberOf } from '#shared/rules/permissions.ts'
import { type AccountRow, isNameTaken, lockAccount, saveAccount } from './accounts.store.ts'
import { accountOf, mayCorrect, nameTaken, noSuchAccount } from './accounts.ts'

/**
 * Corrects an organisation's own facts. A rejected organisation applies again, even without changes. Throws `forbidden`
 * for anybody but its admins, `conflict` while suspended, `name_taken`, `changed_meanwhile`.
 */
export async function correctAccount(
  { sql, now }: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
  { was, ...given }: ValidBodyOf<typeof updateAccount>,
): Promise<Account> {
  const { tenantId, accountId } = memberOf(actor)
  if (!mayCorrect(actor, { tenantId, accountId }))
    throw new Failure('forbidden', 'Your role does not allow this.', because('access.role'))
  return inTenant(sql, tenantId, async (tx) => {
    const account = await lockAccount(tx, tenantId, accountId)
    if (!account) throw noSuchAccount()
    await refuseChangedMeanwhile(tx, actor, `account:${accountId}`, { was, now: account, requested: given })
    const act = account.status === 'rejected' ? 'reapply' : 'edit'
    const status = next(accountMachine, account.status, act, 'account')
    const applied = act === 'reapply' ? { statusReason: null, appliedAt: now() } : {}
    const corrected = { ...account, ...statedBy(given, account), ...applied, status }
    const [before, after] = [differences(account, corrected), differences(corrected, account)]
    if (Object.keys(after).length === 0) return accountOf(actor, account)
    const isNaming = act === 'reapply' || after.name !== undefined
    if (isNaming && (await isNameTaken(tx, corrected))) throw nameTaken()
    await saveAccount(tx, corrected)
    await audit(tx, actor, { act: `account.${act}`, subject: `account:${accountId}`, before, after })
    if (act === 'reapply') {
      await notify(tx, actor, { tenantAdmins: true }, { kind: 'account.reapply', facts: { account: corrected.name } })
    } else if (status === 'active' && after.name !== undefined) {
      const facts = { account: corrected.name, accountId, formerName: account.name }
      await notify(tx, actor, { tenantAdmins: true }, { kind: 'account.edit', facts })
    }
    return accountOf(actor, corrected)
  })
}

type Facts = Pick<AccountRow, 'name' | 'country' | 'registrationNumber' | 'website'>

/** An empty fact becomes null; an omitted one stays. */
function statedBy(given: ValidBodyOf<typeof updateAccount>, before: Facts): Facts {
  const { name = before.name, country = before.country } = given
  const { registrationNumber = before.registrationNumber, website = before.website } = given
  return { name, country, registrationNumber: registrationNumber || null, website: website || null }
}

/** Under their names in the audit log. */
function differences(account: AccountRow, other: AccountRow) {
  const was = auditedOf(other)
  return Object.fromEntries(Object.entries(auditedOf(account)).filter(([name, value]) => was[name] !== value))
}

function auditedOf(account: AccountRow): Record<string, string | null> {
  const { name, country, registrationNumber, website, status, statusReason } = account
  return { name, country, registrationNumber, website, status, reason: statusReason }
}
