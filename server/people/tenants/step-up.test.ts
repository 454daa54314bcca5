import { expect, test } from 'vitest'
import { endpoints } from '#shared/contract/index.ts'
import { decidePending } from '#shared/contract/pending.ts'
import { changeSettings, readSettings } from '#shared/contract/settings.ts'
import { burnUnits, listBalances, mintUnits, transferUnits } from '#shared/contract/wallet.ts'
import type { Act } from '#shared/rules/permissions.ts'
import type { StepUp } from '#shared/rules/step-up.ts'
import { aDayLater } from '#tests/kit/a-day-later.ts'
import { anIssuedAsset, aVerifiedQuantity } from '#tests/kit/acts.ts'
import { callerAt, type Person } from '#tests/kit/person.ts'
import { minutesAgo, restated } from '#tests/kit/restated.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const strong = { acr: 'aal2' }
const old = { auth_time: minutesAgo(11) }

async function aRegistry(rule: Partial<StepUp> & { approvalFrom?: number }) {
  const tenant = await aTenant()
  const { world } = tenant
  const { assetId } = await anIssuedAsset(tenant, { quantity: 100 })
  const as = async ({ token }: Person, claims: Parameters<typeof restated>[2]) =>
    callerAt(world.baseUrl, await restated(world.sql, token, claims))
  const admin = await as(tenant.tenantAdmin, strong)
  await admin.call(changeSettings, { body: rule })
  const body = (quantity: number) => ({ toAccountId: 'buyer', items: [{ assetId, quantity }] })
  const held = async (accountId: string) =>
    (await admin.call(listBalances, { query: { accountId } })).items[0]?.balance ?? 0
  return { ...tenant, admin, as, body, held, assetId }
}

const json = (body: object, key: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': key },
  body: JSON.stringify(body),
})
const refused = (code: string, reason: string, facts: object) => ({ code, refusal: { reason, facts } })
const tooOld = refused('unauthenticated', 'stepUp.recent', { minutes: 10 })
const tooWeak = refused('unauthenticated', 'stepUp.strong', { minutes: 10, acr: 'aal2' })
const notStated = (claim: string) => refused('forbidden', 'stepUp.notStated', { claim })

test('a sign-in that is too old is refused before anything moves, and the same key moves units after a new one', async () => {
  const { proponent, as, body, held } = await aRegistry({ stepUp: 'recent' })
  const before = await as(proponent, old)
  const answer = await before.fetch(transferUnits.path, json(body(7), 'one'))
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe('Bearer error="insufficient_user_authentication", max_age="600"')
  expect(await answer.json()).toMatchObject({
    code: 'unauthenticated',
    reason: 'stepUp.recent',
    facts: { minutes: 10 },
  })
  expect([await held('proponent'), await held('buyer')]).toEqual([100, 0])
  const after = await as(proponent, { auth_time: minutesAgo(9) })
  const done = [
    await after.fetch(transferUnits.path, json(body(7), 'one')),
    await after.fetch(transferUnits.path, json(body(7), 'one')),
  ]
  expect(done.map(({ status }) => status)).toEqual([201, 201])
  expect([await held('proponent'), await held('buyer')]).toEqual([93, 7])
})

test('a weaker sign-in is refused where the registry asks for a second factor, and told which one', async () => {
  const { proponent, as, body, held } = await aRegistry({ stepUp: 'strong' })
  const answer = await (await as(proponent, { acr: 'aal1' })).fetch(transferUnits.path, json(body(7), 'one'))
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toBe(
    'Bearer error="insufficient_user_authentication", acr_values="aal2", max_age="600"',
  )
  await expect(
    (await as(proponent, { ...strong, ...old })).call(transferUnits, { body: body(7) }),
  ).rejects.toMatchObject(tooWeak)
  expect(await held('buyer')).toBe(0)
  await (await as(proponent, strong)).call(transferUnits, { body: body(7) })
  expect(await held('buyer')).toBe(7)
})

test('from a quantity on, movements, issuances and approvals need a second factor', async () => {
  const { proponent, accountAdmin, tenantAdmin, as, body, assetId, held, ...rest } = await aRegistry({
    stepUp: 'recent',
    stepUpFactorFrom: 10,
    approvalFrom: 10,
  })
  await proponent.call(transferUnits, { body: body(9) })
  const halves = { ...body(5), items: [5, 5].map((quantity) => ({ assetId, quantity })) }
  await expect(proponent.call(transferUnits, { body: halves })).rejects.toMatchObject(tooWeak)
  const burn = { accountId: 'proponent', items: [{ assetId, quantity: 10 }], reason: 'Lost in a fire.' }
  await expect(tenantAdmin.call(burnUnits, { body: burn })).rejects.toMatchObject(tooWeak)
  const { verificationId } = await aVerifiedQuantity(
    { ...rest, proponent, accountAdmin, tenantAdmin },
    { quantity: 10 },
  )
  const mint = { verificationId, quantity: 10 }
  await expect(tenantAdmin.call(mintUnits, { body: mint })).rejects.toMatchObject(tooWeak)
  await expect(tenantAdmin.call(mintUnits, { body: { items: [mint] } })).rejects.toMatchObject(tooWeak)
  const { pendingId } = await (await as(proponent, strong)).wait(transferUnits, { body: body(10) })
  const approval = { params: { pendingId }, body: { decision: 'proceed', waitsFor: 'approval' } } as const
  await expect(accountAdmin.call(decidePending, approval)).rejects.toMatchObject(tooWeak)
  expect(await held('buyer')).toBe(9)
  await (await as(accountAdmin, strong)).call(decidePending, approval)
  expect(await held('buyer')).toBe(19)
})

test('a token that does not state the time or strength is refused with the name of the claim', async () => {
  const { proponent, as, body, admin } = await aRegistry({ stepUp: 'recent' })
  await expect(
    (await as(proponent, { auth_time: undefined })).call(transferUnits, { body: body(1) }),
  ).rejects.toMatchObject(notStated('auth_time'))
  const without = await as(proponent, { acr: undefined })
  await without.call(transferUnits, { body: body(1) })
  await admin.call(changeSettings, { body: { stepUp: 'strong' } })
  await expect(without.call(transferUnits, { body: body(1) })).rejects.toMatchObject(notStated('acr'))
})

test('without the rule no sign-in is too old, too weak or silent', async () => {
  const { proponent, as, body, held } = await aRegistry({})
  await (await as(proponent, { auth_time: minutesAgo(600), acr: undefined })).call(transferUnits, { body: body(1) })
  await (await as(proponent, { auth_time: undefined })).call(transferUnits, { body: body(1) })
  expect(await held('buyer')).toBe(2)
})

test('an admin turns on only what the own sign-in meets, and turns it off only after confirming, a day later', async () => {
  const tenant = await aRegistry({})
  const { tenantAdmin, admin, as } = tenant
  const silent = await as(tenantAdmin, { auth_time: undefined, acr: undefined })
  expect((await silent.call(readSettings)).signInStates).toEqual({ time: false, strength: false })
  expect((await admin.call(readSettings)).signInStates).toEqual({ time: true, strength: true })
  const change = async (claims: Parameters<typeof restated>[2], body: Partial<StepUp>) =>
    (await as(tenantAdmin, claims)).call(changeSettings, { body })
  const recent = { stepUp: 'recent' } as const
  await expect(change({ auth_time: undefined }, recent)).rejects.toMatchObject(notStated('auth_time'))
  await expect(change(old, recent)).rejects.toMatchObject(tooOld)
  await expect(change({}, { stepUp: 'strong' })).rejects.toMatchObject(tooWeak)
  await expect(change({ acr: undefined }, { stepUp: 'strong' })).rejects.toMatchObject(notStated('acr'))
  await change({}, recent)
  await expect(change({}, { stepUpFactorFrom: 1_000 })).rejects.toMatchObject(tooWeak)
  await change(strong, { stepUpFactorFrom: 1_000 })
  await expect(change(old, { stepUp: 'off' })).rejects.toMatchObject(tooOld)
  expect((await change({}, { stepUp: 'off' })).stepUp).toBe('recent')
  await aDayLater(tenant)
  expect(await admin.call(readSettings)).toMatchObject({ stepUp: 'off', stepUpFactorFrom: 1_000 })
})

/** Acts whose calls move units, change who may, or change what protects them. */
const grave: readonly Act[] = [
  'units.move',
  'units.mint',
  'units.burn',
  'user.administer',
  'tenant.administer',
  'account.liftStop',
  'account.share',
]
/** To look or to stop is never held up; the others change words, or take a right away. */
const harmless = [
  'correctIncident',
  'endUserSessions',
  'joinBeneficiaries',
  'keepSetting',
  'openIncident',
  'partBeneficiary',
  'previewMovement',
  'reissueCertificates',
  'revokeAuditorLink',
  'stopAccount',
  'updateIncident',
]

test('every call of a grave act is sensitive, or harmless by name', () => {
  const changing = endpoints.filter(({ method, access }) => method !== 'GET' && grave.includes(access))
  expect(
    changing
      .filter((call) => !call.isSensitive)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(harmless)
  const others = endpoints.filter((call) => call.isSensitive && !grave.includes(call.access))
  expect(others.map(({ name }) => name).sort()).toEqual([
    'addRecipient',
    'changeCaps',
    'changeProtection',
    'removeRecipient',
  ])
})
