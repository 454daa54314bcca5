import { expect, test } from 'vitest'
import { migrate } from '#server/infra/db/migrate.ts'
import { anEmptyDatabase } from '#tests/kit/database.ts'
import { migrationsUntil } from '#tests/kit/earlier-migrations.ts'

test('of two decisions about the same pair the later one stays, with the smaller id first', async () => {
  const { sql } = await anEmptyDatabase()
  await migrate(sql, await migrationsUntil('0021'))
  for (const id of ['here', 'there']) {
    await sql`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values (${id}, 'T', 'U', 'Us', ${id.toUpperCase()})`
    await sql`insert into account (tenant_id, id, name, kind, status) values (${id}, 'a', 'A', 'proponent', 'active')`
    await sql`
      insert into project (tenant_id, id, account_id, number, name, status)
      select ${id}, name, 'a', number, name, 'approved' from unnest(array['P1', 'p2', 'p3']) with ordinality p (name, number)`
  }
  const decided: [string, string, string, string][] = [
    ['P1', 'here', 'p2', 'first'],
    ['p2', 'here', 'P1', 'second'],
    ['p3', 'here', 'p2', 'alone'],
    ['p3', 'there', 'P1', 'elsewhere'],
  ]
  for (const [index, [projectId, otherTenantId, otherProjectId, reason]] of decided.entries()) {
    await sql`
      insert into overlap_decision (tenant_id, project_id, other_tenant_id, other_project_id, verdict, reason, decided_by, decided_at)
      values ('here', ${projectId}, ${otherTenantId}, ${otherProjectId}, 'none', ${reason}, 'admin', ${new Date(2026, 0, 1 + index)})`
  }
  await migrate(sql)
  const rows = await sql`
    select project_id as project, other_project_id as other, reason from overlap_decision order by decided_at`
  expect([...rows]).toEqual([
    { project: 'P1', other: 'p2', reason: 'second' },
    { project: 'p2', other: 'p3', reason: 'alone' },
    { project: 'p3', other: 'P1', reason: 'elsewhere' },
  ])
})
