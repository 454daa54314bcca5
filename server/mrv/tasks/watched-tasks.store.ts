import type { Sql } from '#server/infra/db/database.ts'
import { type Part, partsOf } from '#server/mrv/waiting/parts.ts'
import { planOnce, waiting } from '#server/mrv/waiting/rows.ts'

/** A hash of each account's tasks, times and assignees; null is the registry. Needs the tenant's transaction. */
export async function signsOf(
  tx: Sql,
  tenantId: string,
  { accountIds, registry }: { accountIds: readonly string[]; registry: boolean },
): Promise<Map<string | null, string>> {
  const parts = partsOf(tx).filter(({ account }) => (account === null ? registry : accountIds.length > 0))
  if (parts.length === 0) return new Map()
  const onThem = ({ tenant, account }: Part) => tx`
    ${tenant} = ${tenantId} ${account === null ? tx`` : tx`and ${account} = any (${[...accountIds]}::text[])`}`
  await planOnce(tx)
  const rows = await tx<{ accountId: string | null; sign: string }[]>`
    select w.account_id as "accountId",
      count(*) || ' ' || bit_xor(hashtextextended(concat_ws(' ', w.kind, w.subject_id, w.since, w.due_date, s.username), 0)) as sign
    from (${waiting(tx, parts, onThem)}) w
    left join task_assignment s on s.tenant_id = w.tenant_id and s.kind = w.kind and s.subject_id = w.subject_id
      and s.account_id is not distinct from w.account_id
    group by w.account_id`
  return new Map(rows.map(({ accountId, sign }) => [accountId, sign]))
}
