import { json, type Sql } from '#server/infra/db/database.ts'
import type { Notice } from '#shared/rules/notices.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/** Whom an act concerns: the active users of accounts, one person, the admins of the tenant. Nobody is notified twice. */
export type Concerned = {
  accounts?: readonly (string | null)[]
  user?: string
  tenantAdmins?: boolean
}

/** Notifies everybody concerned but the actor. Runs in the transaction of the act, so that neither happens without the other. */
export async function notify(
  tx: Sql,
  actor: Pick<Actor, 'tenantId' | 'userId'>,
  { accounts = [], user, tenantAdmins = false }: Concerned,
  { kind, facts }: Notice,
): Promise<void> {
  const accountIds = accounts.filter((id) => id !== null)
  const usernames = user === undefined ? [] : [user]
  await tx`
    select tell(${actor.tenantId}, ${actor.userId}, ${accountIds}::text[], ${usernames}::text[], ${tenantAdmins},
      ${kind}, ${json(facts)})`
}

/**
 * Notifies the admins of a person's account, or those of the tenant if it has none, that the person has set up the sign-in.
 * The notice does not name the person, whose record may be erased later.
 */
export async function notifyOfSetUp(tx: Sql, tenantId: string, username: string): Promise<void> {
  await tx`
    select tell(invited.tenant_id, invited.username, '{}', array(
        select u.username from app_user u where u.tenant_id = invited.tenant_id and u.status = 'ACTIVE'
          and u.groups && array[concat_ws('|', invited.tenant_id, invited.account_id, 'AccountAdmin')]),
      invited.account_id is null, 'user.setUp', '{}')
    from app_user invited where invited.tenant_id = ${tenantId} and invited.username = ${username}`
}

/** The actor of imported movements. They are history, of which nobody is notified. */
const importing = 'import'

/** The channel on which it is said of which registry's work something waits no more, or waits now. */
export const waitingChannel = 'waiting'

/**
 * Notifies the accounts that movements gave units to, and those whose units were burned. Runs behind the writes, in the
 * transaction that links the movements, so that no movement waits for it. What was minted waits no more.
 */
export async function notifyOfMovements(
  tx: Sql,
  movements: readonly { tenantId: string; transactionId: string }[],
): Promise<void> {
  const found = tx`
    unnest(${movements.map(({ tenantId }) => tenantId)}::text[], ${movements.map(({ transactionId }) => transactionId)}::text[])
      m(tenant_id, transaction_id)
    join transaction t on t.tenant_id = m.tenant_id and t.id = m.transaction_id`
  // One statement for all of them: one for each movement would cost as much as the movement.
  await tx`
    with told as (
      insert into notice (tenant_id, username, kind, facts)
      select t.tenant_id, c.username, 'units.' || t.type, jsonb_strip_nulls(jsonb_build_object('transactionId', t.id,
        'quantity', t.quantity, 'account', a.name, 'project', p.name, 'reason', t.reason))
      from ${found}
      left join account a on a.tenant_id = t.tenant_id and a.id = t.from_account
      left join project p on p.tenant_id = t.tenant_id and p.id = t.project_id,
      concerned(t.tenant_id, t.actor, array[case t.type when 'burn' then t.from_account else t.to_account end], null, false) c
      where t.type <> 'claim' and t.actor <> ${importing}
      order by t.sequence, c.username
      returning 1
    )
    select pg_notify('notice', '') where exists (select from told)`
  await tx`
    select pg_notify(${waitingChannel}, minted.tenant_id) from (
      select distinct t.tenant_id from ${found} where t.type = 'mint'
    ) minted`
}
