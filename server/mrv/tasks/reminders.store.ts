import type { Sql } from '#server/infra/db/database.ts'
import { partsOf } from '#server/mrv/waiting/parts.ts'
import { about, waiting } from '#server/mrv/waiting/rows.ts'

/**
 * Reminds assignees, else accounts or registries, of tasks due within a week or overdue, in all open registries. A task
 * that began after a reminder's day skips that reminder. Recording in the same statement prevents duplicates. `today`:
 * YYYY-MM-DD. Returns the number sent.
 */
export async function remindOfDue(tx: Sql, today: string): Promise<number> {
  const parts = partsOf(tx).filter(({ due }) => due !== null)
  const sent = await tx`
    with counted as (
      select w.*, ${today}::date - w.due_date as days
      from (${waiting(tx, parts, ({ due }) => due?.isBy(tx`${today}::date + 7`) ?? tx`false`)}) w
      join tenant t on t.id = w.tenant_id and t.status = 'active'
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
    select tell(w.tenant_id, null,
      case when taker.username is null and w.account_id is not null then array[w.account_id] else '{}' end,
      case when taker.username is null then '{}' else array[taker.username] end,
      taker.username is null and w.account_id is null,
      split_part(w.kind, '.', 1) || case when w.days_after > 0 then '.overdue' else '.due' end,
      jsonb_build_object('project', p.name, 'projectId', w.project_id, split_part(w.kind, '.', 1) || 'Id', w.subject_id,
        'periodStart', lower(m.period), 'periodEnd', upper(m.period) - 1, 'dueDate', w.due_date))
    from recorded r
    join due w on w.tenant_id = r.tenant_id and w.kind = r.kind and w.subject_id = r.subject_id
    ${about(tx)}
    left join task_assignment s on s.tenant_id = w.tenant_id and s.kind = w.kind and s.subject_id = w.subject_id
      and s.account_id is not distinct from w.account_id
    left join app_user taker on taker.tenant_id = s.tenant_id and taker.username = s.username and taker.status = 'ACTIVE'
    order by w.tenant_id, w.kind, w.subject_id`
  return sent.length
}
