import { expect, test } from 'vitest'
import { migrate } from '#server/infra/db/migrate.ts'
import { migratedBefore } from '#tests/kit/migrated-before.ts'
import { documentsOf } from './documents.store.ts'

test('documents from when there were four types keep their versions, those of type Other under the names of their files', async () => {
  const sql = await migratedBefore()
  await sql`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values ('t', 'T', 'U', 'U', 'UU')`
  await sql`insert into account (tenant_id, id, name, kind, status) values ('t', 'maker', 'Maker', 'proponent', 'active')`
  await sql`insert into project (tenant_id, id, account_id, number, name, status) values ('t', 'p', 'maker', 1, 'M', 'draft')`
  const before = [
    ['PDS', 1, 'plan.pdf'],
    ['PDS', 2, 'other.pdf'],
    ['Other', 1, 'map.png'],
    ['Other', 2, 'list.csv'],
    ['Other', 3, 'map.png'],
  ] as const
  for (const [type, version, name] of before) {
    await sql`
      insert into project_document (tenant_id, id, project_id, document_type, file_name, original_name, media_type,
        size_bytes, sha256, version, created_at)
      values ('t', ${`${type}-${version}`}, 'p', ${type}, ${`${type}-${version}`}, ${name}, 'image/png', 1, '\\x00', ${version},
        ${new Date(2026, 0, version)})`
  }
  await migrate(sql)
  const documents = await documentsOf(sql, 't', 'project', 'p')
  expect(documents.map((each) => [each.documentId, each.title, each.version]).sort()).toEqual([
    ['Other-1', 'map.png', 1],
    ['Other-2', 'list.csv', 1],
    ['Other-3', 'map.png', 2],
    ['PDS-1', 'PDS', 1],
    ['PDS-2', 'PDS', 2],
  ])
  expect(documents.every((each) => each.isPublic && each.accountId === 'maker' && each.projectId === 'p')).toBe(true)
})
