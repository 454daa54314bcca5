import { expect, test } from 'vitest'
import { readReviewClock } from '#shared/contract/review.ts'
import { isAuditedAct } from '#shared/rules/audited.ts'
import { stageActs } from '#shared/rules/lifecycle/review.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'

/** `acts`: hours after the start of last month. */
async function happened({ world, tenant }: TenantOfTest, subject: string, acts: readonly [string, number][]) {
  for (const [act, hours] of acts) {
    await world.sql`
      insert into audit_event (tenant_id, actor, act, subject, at)
      values (${tenant.id}, 'somebody', ${act}, ${subject},
        date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '1 month' + ${hours} * interval '1 hour')`
  }
}

test('says the median and the longest time of each stage, from the last submission to the decision', async () => {
  const tenant = await aTenant()
  await happened(tenant, 'project:a', [
    ['project.submit', 0],
    ['project.return', 10],
    ['project.submit', 200],
    ['project.approve', 220],
  ])
  await happened(tenant, 'project:b', [
    ['project.submit', 5],
    ['project.reject', 65],
  ])
  await happened(tenant, 'verification:a', [
    ['verification.request', 0],
    ['verification.start', 20],
    ['verification.verify', 30],
  ])
  await happened(tenant, 'measurement:a', [['measurement.submit', 1]])
  const { items } = await tenant.tenantAdmin.call(readReviewClock)
  expect(items).toMatchObject([
    { stage: 'project', decided: 3, medianHours: 20, longestHours: 60 },
    { stage: 'verification', decided: 1, medianHours: 30, longestHours: 30 },
  ])
  expect((await (await aTenant()).tenantAdmin.call(readReviewClock)).items).toEqual([])
})

test('leaves out what was decided more than a year ago', async () => {
  const tenant = await aTenant()
  await happened(tenant, 'project:a', [
    ['project.submit', -400 * 24],
    ['project.approve', -399 * 24],
  ])
  expect((await tenant.tenantAdmin.call(readReviewClock)).items).toEqual([])
})

test('measures by acts that the audit log knows', () => {
  const acts = stageActs.flatMap(({ begins, ends }) => [...begins, ...ends])
  expect(acts.filter((act) => !isAuditedAct(act))).toEqual([])
})
