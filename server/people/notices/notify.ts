import { json, type Sql } from '#server/infra/db/database.ts'
import type { QuantityOfYear } from '#shared/rules/calendar-years.ts'
import type { Notice } from '#shared/rules/notices.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { type SerialParts, serialLabel } from '#shared/rules/serials.ts'

/** Active users of accounts, named people, tenant admins; each once. */
export type Concerned = {
  accounts?: readonly (string | null)[]
  user?: string
  /** The account that the notice to `user` is about: named to people of several. */
  ofAccount?: string | null
  users?: readonly string[]
  tenantAdmins?: boolean
  /** Accounts, besides the actor's, whose words are quoted; letters withhold the words of unapproved accounts. */
  wordsOf?: readonly string[]
}

/** Notifies all but the actor. Runs in the transaction of the act. */
export async function notify(
  tx: Sql,
  actor: Pick<Actor, 'tenantId' | 'userId'>,
  { accounts = [], user, ofAccount = null, users = [], tenantAdmins = false, wordsOf = [] }: Concerned,
  { kind, facts }: Notice,
): Promise<void> {
  const accountIds = accounts.filter((id) => id !== null)
  const usernames = user === undefined ? [...users] : [user, ...users]
  const told =
    user !== undefined && ofAccount !== null
      ? tx`facts_for(${actor.tenantId}, ${user}, ${[ofAccount]}::text[], ${json(facts)})`
      : tx`${json(facts)}`
  await tx`
    select tell(${actor.tenantId}, ${actor.userId}, ${accountIds}::text[], ${usernames}::text[], ${tenantAdmins},
      ${kind}, ${told}, ${[...wordsOf]}::text[])`
}

/** Notifies the admins of the person's accounts, else the tenant's, of a person's sign-in. */
export async function notifyAdminsOf(
  tx: Sql,
  tenantId: string,
  username: string,
  { kind, facts }: Notice,
): Promise<void> {
  await tx`
    with own as (select account_id from people_of_accounts(${tenantId}) where username = ${username})
    select tell(${tenantId}, ${username}, '{}', array(
        select p.username from people_of_accounts(${tenantId}) p
        where p.account_id in (select account_id from own) and p.status = 'ACTIVE' and p.is_admin),
      not exists (select from own), ${kind}, ${json(facts)})`
}

/** Notifies all admins of an account, also who acted: another may have used their sign-in. */
export async function notifyAdminsOfAccount(
  tx: Sql,
  tenantId: string,
  accountId: string,
  { kind, facts }: Notice,
): Promise<void> {
  await tx`
    select tell(${tenantId}, null, '{}', array(
        select p.username from people_of_accounts(${tenantId}) p
        where p.account_id = ${accountId} and p.status = 'ACTIVE' and p.is_admin),
      false, ${kind}, ${json(facts)})`
}

/** Imported movements notify nobody. */
const importing = 'import'

/** Announces changed waiting work; the payload is a tenant id. */
export const waitingChannel = 'waiting'

const rangesShown = 3

type MovementRow = {
  tenantId: string
  transactionId: string
  type: 'mint' | 'transfer' | 'claim' | 'burn'
  quantity: bigint
  actor: string
  by: string
  reason: string | null
  fromAccount: string | null
  fromName: string | null
  toAccount: string | null
  projects: string | null
  ranges: SerialParts[] | null
  rangeCount: bigint
  byYear: QuantityOfYear[] | null
}

/** `isOut`: units leave the account. */
type ForAccount = Notice & { tenantId: string; actor: string; account: string | null; isOut: boolean; place: number }

/**
 * Notifies sender and receiver, but not the actor, unless nobody else belongs to the sending account: a movement by a
 * thief of the sign-in is seen. Runs in the background transaction that links movements, so that no
 * movement waits.
 */
export async function notifyOfMovements(
  tx: Sql,
  movements: readonly { tenantId: string; transactionId: string }[],
): Promise<void> {
  const rows = await movementsOf(tx, movements)
  const pending = rows.flatMap(noticesOf).map((notice, place): ForAccount => ({ ...notice, place }))
  if (pending.length > 0) await notifyAccounts(tx, pending)
  const minted = [...new Set(rows.filter(({ type }) => type === 'mint').map(({ tenantId }) => tenantId))]
  await tx`select pg_notify(${waitingChannel}, minted.tenant_id) from unnest(${minted}::text[]) minted(tenant_id)`
}

/** A query per movement would cost as much as the movement. */
function movementsOf(tx: Sql, movements: readonly { tenantId: string; transactionId: string }[]) {
  return tx<MovementRow[]>`
    select t.tenant_id as "tenantId", t.id as "transactionId", t.type, t.quantity, t.actor, t.reason,
      coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), t.actor) as by,
      t.from_account as "fromAccount", a.name as "fromName", t.to_account as "toAccount",
      units.projects, units.ranges, units.total as "rangeCount",
      case t.type when 'mint' then minted_by_year(t.tenant_id, t.id) end as "byYear"
    from unnest(${movements.map(({ tenantId }) => tenantId)}::text[], ${movements.map(({ transactionId }) => transactionId)}::text[])
      m(tenant_id, transaction_id)
    join transaction t on t.tenant_id = m.tenant_id and t.id = m.transaction_id
    left join account a on a.tenant_id = t.tenant_id and a.id = t.from_account
    left join app_user u on u.tenant_id = t.tenant_id and u.username = t.actor,
    lateral (
      select string_agg(distinct p.name, ', ') as projects, count(*) as total,
        jsonb_agg(jsonb_build_object('prefix', r.serial_prefix, 'country', s.country, 'projectNumber', p.number,
          'vintage', extract(year from upper(s.vintage) - 1)::text, 'batch', s.batch,
          'first', lower(e.serials), 'last', upper(e.serials) - 1) order by e.ordinal)
          filter (where e.ordinal <= (select min(ordinal) + ${rangesShown} - 1 from entry
            where tenant_id = t.tenant_id and transaction_id = t.id)) as ranges
      from entry e
      join asset s on s.tenant_id = e.tenant_id and s.id = e.asset_id
      join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
      join tenant r on r.id = e.tenant_id
      where e.tenant_id = t.tenant_id and e.transaction_id = t.id
    ) units
    where t.actor <> ${importing} order by t.sequence`
}

/** Receivers learn the sending account, but not who acted. */
function noticesOf(row: MovementRow): Omit<ForAccount, 'place'>[] {
  const { tenantId, transactionId, type, actor, quantity, by, reason, fromAccount, fromName, toAccount, byYear } = row
  const serials = (row.ranges ?? []).map(serialLabel).join(', ')
  const facts = {
    transactionId,
    quantity: Number(quantity),
    project: row.projects ?? undefined,
    serials: Number(row.rangeCount) > rangesShown ? `${serials}, …` : serials,
    reason: reason ?? undefined,
  }
  const to = { tenantId, actor, account: toAccount, isOut: false }
  const from = { tenantId, actor, account: fromAccount, isOut: true }
  switch (type) {
    case 'mint':
      return [{ ...to, kind: 'units.mint', facts: { ...facts, byYear: byYear ?? undefined } }]
    case 'burn':
      return [{ ...from, kind: 'units.burn', facts }]
    case 'claim':
      return [{ ...from, kind: 'units.claim', facts: { ...facts, by } }]
    case 'transfer':
      return [
        { ...to, kind: 'units.transfer', facts: { ...facts, account: fromName ?? '' } },
        { ...from, kind: 'units.send', facts: { ...facts, by } },
      ]
  }
}

async function notifyAccounts(tx: Sql, pending: readonly ForAccount[]): Promise<void> {
  await tx`
    with told as (
      insert into notice (tenant_id, username, kind, facts)
      select m."tenantId", c.username, m.kind, facts_for(m."tenantId", c.username, array[m.account], m.facts)
      from jsonb_to_recordset(${json(pending)})
        m("tenantId" text, actor text, account text, "isOut" boolean, kind text, facts jsonb, place integer),
      lateral (
        select username, username = m.actor as is_actor, count(*) over () as people
        from concerned(m."tenantId", null, array[m.account], null, false)
      ) c
      where not c.is_actor or (m."isOut" and c.people = 1)
      order by m.place, c.username
      returning 1
    )
    select pg_notify('notice', '') where exists (select from told)`
}
