import { expect, test } from 'vitest'
import { connectMail } from '#server/infra/mail/mail.ts'
import { deliverNotices } from '#server/people/notices/postman.ts'
import { weakenDue } from '#server/units/caps/weakening.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { changeSettings, keepSetting, readSettings } from '#shared/contract/settings.ts'
import { transferUnits } from '#shared/contract/wallet.ts'
import { groupName } from '#shared/rules/groups.ts'
import { aDayLater } from '#tests/kit/a-day-later.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import { startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { ownWorld } from '#tests/kit/world.ts'
import { changeTenant, tenantChange } from './administering.ts'

ownWorld()

const strict = {
  approvalFrom: 10,
  acceptsTransfers: true,
  undoClaimsMinutes: 10,
  undoTransfersMinutes: 10,
  claimsOfStoppedProjects: false,
  transfersOfStoppedProjects: false,
  secondFactorFor: 'admins' as const,
}
const weak = {
  approvalFrom: 50,
  acceptsTransfers: false,
  undoClaimsMinutes: 0,
  undoTransfersMinutes: 5,
  claimsOfStoppedProjects: true,
  transfersOfStoppedProjects: true,
  secondFactorFor: 'nobody' as const,
}

async function withRules(rules: object = strict) {
  const tenant = await aTenant()
  const { tenantAdmin, addPerson } = tenant
  const { id } = tenant.tenant
  await tenantAdmin.call(changeSettings, { body: rules })
  const second = await addPerson(
    [
      groupName({ tenantId: id, accountId: 'operator', role: 'General' }),
      groupName({ tenantId: id, accountId: null, role: 'TenantAdmin' }),
    ],
    'operator',
  )
  const acts = async () =>
    (await tenantAdmin.call(listAudit, { query: { act: 'tenant' } })).items.map(({ act, after }) => [act, after])
  return { ...tenant, id, second, acts }
}

test('weaker rules of a registry begin a day later, once; stricter ones and other settings at once', async () => {
  const tenant = await withRules()
  const { tenantAdmin, second, acts, world } = tenant
  const asked = await tenantAdmin.call(changeSettings, {
    body: { ...weak, tagline: 'For good', undoClaimsMinutes: 30 },
  })
  expect(asked).toMatchObject({ ...strict, undoClaimsMinutes: 30, tagline: 'For good' })
  const { undoClaimsMinutes: _, ...later } = weak
  const coming = Object.fromEntries(asked.coming.map(({ name, value }) => [name, value]))
  expect(coming).toEqual(later)
  expect(asked.coming).toContainEqual({
    name: 'approvalFrom',
    value: 50,
    present: 10,
    startsAt: expect.any(String),
    askedBy: 'Test operator',
  })
  // A second request for the same changes neither the time nor tells anybody.
  await tenantAdmin.call(changeSettings, { body: { approvalFrom: 50 } })
  for (const admin of [tenantAdmin, second])
    expect((await admin.call(listNotices)).items.filter(({ kind }) => kind === 'tenant.weaken')).toHaveLength(1)

  const kept = await second.call(keepSetting, { body: { name: 'secondFactorFor' } })
  expect(kept.coming.map(({ name }) => name)).not.toContain('secondFactorFor')
  await second.call(changeSettings, { body: { acceptsTransfers: true } })
  await world.sql`update protection_to_come set starts_at = now() where tenant_id = ${tenant.id}`
  await Promise.all(Array.from({ length: 4 }, () => weakenDue({ sql: world.sql, log: world.deps.log })))
  expect(await second.call(readSettings)).toMatchObject({
    ...weak,
    undoClaimsMinutes: 30,
    acceptsTransfers: true,
    secondFactorFor: 'admins',
    coming: [],
  })
  const { acceptsTransfers, secondFactorFor, ...begun } = later
  expect(await acts()).toEqual([
    ['tenant.weakened', begun],
    ['tenant.keep', { acceptsTransfers: true }],
    ['tenant.keep', { secondFactorFor: 'admins' }],
    ['tenant.change', { tagline: 'For good', undoClaimsMinutes: 30 }],
    ['tenant.weaken', { ...later, acceptsTransfers, secondFactorFor }],
    ['tenant.change', strict],
  ])
})

test('until the day is over, movements follow the stricter rule', async () => {
  const tenant = await withRules({ approvalFrom: 10 })
  const { tenantAdmin, proponent } = tenant
  const { assetId } = await anIssuedAsset(tenant, { quantity: 9 })
  const body = { toAccountId: 'buyer', items: [{ assetId, quantity: 5 }] }
  await tenantAdmin.call(changeSettings, { body: { approvalFrom: 5 } })
  await tenantAdmin.call(changeSettings, { body: { approvalFrom: null } })
  expect(await proponent.wait(transferUnits, { body: { ...body, items: [{ assetId, quantity: 5 }] } })).toMatchObject({
    waitsFor: 'approval',
  })
  await aDayLater(tenant)
  await proponent.call(transferUnits, { body: { ...body, items: [{ assetId, quantity: 4 }] } })
})

test('the operator changes rules at once, also in place of a weaker one to come', async () => {
  const { tenantAdmin, id, world } = await withRules({ approvalFrom: 10, acceptsTransfers: true })
  await tenantAdmin.call(changeSettings, { body: { approvalFrom: 50, acceptsTransfers: false } })
  await changeTenant(world.sql, id, tenantChange.parse({ approvalFrom: 20 }), 'test')
  expect(await tenantAdmin.call(readSettings)).toMatchObject({
    approvalFrom: 20,
    acceptsTransfers: true,
    coming: [{ name: 'acceptsTransfers' }],
  })
})

test('the letter about a weaker rule reaches each admin of the registry at once, also who asked', async () => {
  const { tenantAdmin, second, world } = await withRules({ approvalFrom: 10 })
  await tenantAdmin.call(changeSettings, { body: { approvalFrom: null } })
  const box = await startPostBox()
  await deliverNotices({
    sql: world.sql,
    config: world.config,
    mail: connectMail(box.url, 'contact@registry.test'),
    log: world.deps.log,
  })
  await box.stop()
  const told = box.letters.filter(({ text }) => text.includes('asked for a weaker rule of the registry'))
  const ours = [tenantAdmin.email, second.email]
  expect(
    told
      .flatMap(({ to }) => to)
      .filter((address) => ours.includes(address))
      .sort(),
  ).toEqual(ours.sort())
})
