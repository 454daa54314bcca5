import type { Sql } from '#server/infra/db/database.ts'
import { waiting } from './waiting.store.ts'

/**
 * Reminds of everything that is due in `today`'s week or overdue, in every open registry; `today` is YYYY-MM-DD. Reminded are the
 * person who has taken the task, or else everybody of the account on which it waits, or of the registry. What came too late for
 * an earlier reminder is not reminded of by that one. A reminder is recorded in the same statement, so that of several processes
 * only one sends it. Returns how many were sent.
 */
export async function remindOfDue(tx: Sql, today: string): Promise<number> {
  const sent = await tx`
    with counted as (
      select w.*, ${today}::date - w.due_date as days from ${waiting(tx)} w
      join tenant t on t.id = w.tenant_id and t.status = 'active'
      where w.due_date <= ${today}::date + 7
    ),
    due as (
      select *, case when days >= 1 then 1 + (days - 1) / 7 * 7 when days >= -1 then -1 else -7 end as days_after from counted
    ),
    recorded as (
      insert into task_reminder (tenant_id, kind, subject_id, due_date, days_after)
      select tenant_id, kind, subject_id, due_date, days_after from due
      where (since at time zone 'UTC')::date <= due_date + days_after
      on conflict do nothing
      returning tenant_id, kind, subject_id, days_after
    )
    select tell(d.tenant_id, null,
      case when taker.username is null and d.account_id is not null then array[d.account_id] else '{}' end,
      case when taker.username is null then '{}' else array[taker.username] end,
      taker.username is null and d.account_id is null,
      split_part(d.kind, '.', 1) || case when d.days_after > 0 then '.overdue' else '.due' end,
      jsonb_build_object('project', d.name, 'projectId', d.project_id, split_part(d.kind, '.', 1) || 'Id', d.subject_id,
        'periodStart', lower(d.period), 'periodEnd', upper(d.period) - 1, 'dueDate', d.due_date))
    from recorded r
    join due d on d.tenant_id = r.tenant_id and d.kind = r.kind and d.subject_id = r.subject_id
    left join task_assignment s on s.tenant_id = d.tenant_id and s.kind = d.kind and s.subject_id = d.subject_id
      and s.account_id is not distinct from d.account_id
    left join app_user taker on taker.tenant_id = s.tenant_id and taker.username = s.username and taker.status = 'ACTIVE'
    order by d.tenant_id, d.kind, d.subject_id`
  return sent.length
}
