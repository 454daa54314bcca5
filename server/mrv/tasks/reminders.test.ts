import { expect, test } from 'vitest'
import { connectMail } from '#server/infra/mail/mail.ts'
import { deliverNotices } from '#server/people/notices/postman.ts'
import { openMeasurement, submitMeasurement } from '#shared/contract/measurements.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { changePreferences } from '#shared/contract/preferences.ts'
import { assignTask } from '#shared/contract/tasks.ts'
import { groupName } from '#shared/rules/groups.ts'
import { anApprovedProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Person } from '#tests/kit/person.ts'
import { startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { ownWorld } from '#tests/kit/world.ts'
import { remind } from './reminders.ts'

ownWorld()

/** Due on 20 June 2025. */
async function aDueMeasurement(tenant: TenantOfTest): Promise<string> {
  const { projectId } = await anApprovedProject(tenant)
  const period = { periodStart: '2024-01-01', periodEnd: '2024-12-31', dueDate: '2025-06-20' }
  const { measurementId } = await tenant.measurer.call(openMeasurement, { body: { projectId, ...period } })
  await tenant.world.sql`update measurement set status_since = '2025-01-01' where id = ${measurementId}`
  return measurementId
}

const on = ({ world: { sql } }: TenantOfTest, day: string) => remind({ sql, now: () => new Date(`${day}T08:00:00Z`) })

/** Oldest first. */
async function remindersOf(person: Person): Promise<string[]> {
  const { items } = await person.call(listNotices)
  return items
    .map(({ kind }) => kind)
    .filter((kind) => /\.(due|overdue)$/.test(kind))
    .reverse()
}

test('reminds a week and a day before the due date, a day after it, then weekly, each once', async () => {
  const tenant = await aTenant()
  await aDueMeasurement(tenant)
  const days = [
    '2025-06-12',
    '2025-06-13',
    '2025-06-14',
    '2025-06-19',
    '2025-06-20',
    '2025-06-21',
    '2025-06-27',
    '2025-06-28',
    '2025-07-05',
  ]
  const counted: number[] = []
  for (const day of days) {
    await on(tenant, day)
    await on(tenant, day)
    counted.push((await remindersOf(tenant.measurer)).length)
  }
  expect(counted).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 5])
  expect(await remindersOf(tenant.measurer)).toEqual([
    'measurement.due',
    'measurement.due',
    'measurement.overdue',
    'measurement.overdue',
    'measurement.overdue',
  ])
  expect(await remindersOf(tenant.proponent)).toEqual([])
})

test('several processes at once send one reminder', async () => {
  const tenant = await aTenant()
  await aDueMeasurement(tenant)
  await Promise.all([1, 2, 3, 4].map(() => on(tenant, '2025-06-21')))
  expect(await remindersOf(tenant.measurer)).toEqual(['measurement.overdue'])
})

test('reminds of nothing that was done, and of nothing that came after the day of the reminder', async () => {
  const tenant = await aTenant()
  const measurementId = await aDueMeasurement(tenant)
  await tenant.world.sql`update measurement set status_since = '2025-06-17' where id = ${measurementId}`
  await on(tenant, '2025-06-18')
  expect(await remindersOf(tenant.measurer)).toEqual([])
  await tenant.measurer.call(submitMeasurement, { params: { measurementId }, body: { quantity: 1 } })
  await on(tenant, '2025-06-21')
  expect(await remindersOf(tenant.measurer)).toEqual([])
})

test('reminds whoever has taken the task, and otherwise everybody of the account', async () => {
  const tenant = await aTenant()
  const { measurer } = tenant
  const general = groupName({ tenantId: tenant.tenant.id, accountId: 'measurer', role: 'General' })
  const colleague = await tenant.addPerson([general], 'measurer')
  const subjectId = await aDueMeasurement(tenant)
  await on(tenant, '2025-06-13')
  const { username } = colleague
  await measurer.call(assignTask, { body: { kind: 'measurement.submit', subjectId, username } })
  await on(tenant, '2025-06-19')
  expect(await remindersOf(measurer)).toHaveLength(1)
  expect(await remindersOf(colleague)).toHaveLength(2)
})

test('a reminder is a letter in the language of its reader', async () => {
  const tenant = await aTenant()
  const { world, measurer } = tenant
  await measurer.call(changePreferences, { body: { language: 'fr' } })
  await aDueMeasurement(tenant)
  await on(tenant, '2025-06-19')
  const box = await startPostBox()
  const mail = connectMail(box.url, 'contact@registry.test')
  await deliverNotices({ sql: world.sql, config: world.config, mail, log: world.deps.log })
  const letters = box.letters.filter(({ to, text }) => to.includes(measurer.email) && text.includes('attendue'))
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toContain('est attendue le 20 juin 2025')
  await box.stop()
})
