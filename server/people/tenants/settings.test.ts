import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { identifier, inTenant } from '#server/infra/db/database.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { changeSettings, readSettings, type Settings } from '#shared/contract/settings.ts'
import { listBalances } from '#shared/contract/wallet.ts'
import { limits, megabyte } from '#shared/rules/limits.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { theWorld, type World } from '#tests/kit/world.ts'
import { changeTenant, tenantChange } from './administering.ts'
import { ensureConfiguredTenant } from './configured.ts'
import { siteConfigOf, siteOf } from './sites.ts'

let world: World

beforeAll(async () => {
  world = await theWorld()
})

const shownOf = async ({ tenant }: TenantOfTest) => siteConfigOf(world.deps, await siteOf(world.deps, tenant.id))
const settingsOf = ({ tenantAdmin }: TenantOfTest) => tenantAdmin.call(readSettings)

describe('an admin of a registry', () => {
  test('reads what it decides: the product’s limits and its own words where nothing is set', async () => {
    const tenant = await aTenant()
    const name = `Registry ${tenant.tenant.id}`
    expect(await settingsOf(tenant)).toMatchObject({
      name,
      texts: { fr: { name: '' } },
      limits: { imageBytes: null, accountUsers: null },
      languageSelection: true,
      setByDeployment: [],
    })
    expect(await shownOf(tenant)).toMatchObject({
      words: { fr: { name, assetName: 'Unit' } },
      limits: { imageBytes: limits.imageBytes, accountUsers: limits.accountUsers },
    })
  })

  test('changes words, colour, flags and limits, which the site shows at once', async () => {
    const tenant = await aTenant()
    const { version, name } = await settingsOf(tenant)
    await shownOf(tenant)
    const change = {
      accent: '#AA3300',
      languageSelection: false,
      about: 'We count trees.',
      texts: { fr: { tagline: 'Pour de bon', assetName: 'Tonne' } },
      limits: { imageBytes: 2 * megabyte },
    }
    const changed = await tenant.tenantAdmin.call(changeSettings, { body: { version, ...change } })
    expect(changed).toMatchObject({ ...change, accent: '#aa3300', name, version: version + 1 })
    expect(await shownOf(tenant)).toMatchObject({
      accent: '#aa3300',
      languageSelection: false,
      words: {
        en: { tagline: '', about: 'We count trees.' },
        fr: { name, tagline: 'Pour de bon', about: 'We count trees.', assetName: 'Tonne' },
        sw: { assetName: 'Unit' },
      },
      limits: { imageBytes: 2 * megabyte, documentBytes: limits.documentBytes },
    })
    const back = { version: changed.version, texts: { fr: { tagline: '' } }, limits: { imageBytes: null } }
    await tenant.tenantAdmin.call(changeSettings, { body: back })
    expect(await shownOf(tenant)).toMatchObject({
      words: { fr: { tagline: '', assetName: 'Tonne' } },
      limits: { imageBytes: limits.imageBytes },
    })
  })

  test('leaves an audit line of what is not as before, as the command does, and none where nothing is new', async () => {
    const tenant = await aTenant()
    const { version, owner } = await settingsOf(tenant)
    await tenant.tenantAdmin.call(changeSettings, { body: { version, tagline: 'For good', owner } })
    const again = await settingsOf(tenant)
    await tenant.tenantAdmin.call(changeSettings, { body: { version: again.version, tagline: 'For good' } })
    expect((await settingsOf(tenant)).version).toBe(again.version)
    const { items } = await tenant.tenantAdmin.call(listAudit, { query: { q: 'tenant.change' } })
    expect(items).toMatchObject([
      {
        actor: tenant.tenantAdmin.username,
        act: 'tenant.change',
        subject: `tenant:${tenant.tenant.id}`,
        before: { tagline: '' },
        after: { tagline: 'For good' },
      },
    ])
    expect(items[0]?.after).toEqual({ tagline: 'For good' })
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ accent: 'green' }, 'accent'],
    [{ contactEmail: 'nobody' }, 'contactEmail'],
    [{ limits: { imageBytes: limits.imageBytes + 1 } }, 'limits.imageBytes'],
    [{ limits: { documentBytes: megabyte - 1 } }, 'limits.documentBytes'],
    [{ limits: { accountUsers: 0 } }, 'limits.accountUsers'],
    [{ texts: { fr: { name: 'x'.repeat(limits.name + 1) } } }, 'texts.fr.name'],
  ])('is refused %j, and nothing of it stays', async (wrong, path) => {
    const tenant = await aTenant()
    const before = await settingsOf(tenant)
    const body = { version: before.version, owner: 'Somebody', ...wrong }
    await expect(tenant.tenantAdmin.call(changeSettings, { body })).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path }],
    })
    expect(await settingsOf(tenant)).toEqual(before)
  })

  test.each(['id', 'serialPrefix', 'status', 'addHosts'])('has no say in %s', async (fact) => {
    const tenant = await aTenant()
    const { version } = await settingsOf(tenant)
    const answer = await tenant.tenantAdmin.fetch(changeSettings.path, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version, [fact]: 'mine' }),
    })
    expect(answer.status).toBe(400)
  })
})

test('a certificate has the words of its language', async () => {
  const tenant = await aTenant({ holds: { buyer: 5 } })
  const { version } = await settingsOf(tenant)
  const texts = { fr: { name: 'Registre des Mangroves', assetName: 'Tonne bleue', assetNamePlural: 'Tonnes bleues' } }
  await tenant.tenantAdmin.call(changeSettings, { body: { version, texts } })
  const [held] = (await tenant.buyer.call(listBalances, { query: { accountId: 'buyer' } })).items
  const { claimId, transactionId } = await tenant.buyer.call(createClaim, {
    body: {
      items: [{ assetId: held?.assetId ?? '', quantity: 2 }],
      beneficiaryKind: 'anonymous',
      purpose: 'personal',
      isAuthorised: true,
    },
  })
  await world.settled(transactionId)
  const certificate = (language: string) =>
    tenant.visitor.fetch(`/certificates/${tenant.tenant.id}/${claimId}.pdf?language=${language}`)
  await expect.poll(async () => (await certificate('en')).status).toBe(200)
  const [french, english] = await Promise.all([textOf(await certificate('fr')), textOf(await certificate('en'))])
  for (const words of ['Registre des Mangroves', 'Tonnes bleues']) {
    expect(french).toContain(words)
    expect(english).not.toContain(words)
  }
})

async function textOf(pdf: Response): Promise<string> {
  const bytes = new Uint8Array(await pdf.arrayBuffer())
  return (await extractText(await getDocumentProxy(bytes), { mergePages: true })).text
}

describe('two admins at once', () => {
  test('do not write over each other: the second is refused', async () => {
    const tenant = await aTenant()
    const { version } = await settingsOf(tenant)
    const change = (tagline: string) => tenant.tenantAdmin.call(changeSettings, { body: { version, tagline } })
    const outcomes = await Promise.allSettled([change('One'), change('Other')])
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toMatchObject([
      { reason: { code: 'conflict', message: expect.stringContaining('Somebody else has changed') } },
    ])
    const won = outcomes.find((outcome): outcome is PromiseFulfilledResult<Settings> => outcome.status === 'fulfilled')
    expect((await settingsOf(tenant)).tagline).toBe(won?.value.tagline)
  })

  test('are also refused after a change by the command', async () => {
    const tenant = await aTenant()
    const { version } = await settingsOf(tenant)
    const byCommand = tenantChange.parse({ texts: { sw: { name: 'Sajili' } } })
    await changeTenant(world.sql, tenant.tenant.id, byCommand, 'test')
    const body = { version, texts: { sw: { name: 'Nyingine' } } }
    await expect(tenant.tenantAdmin.call(changeSettings, { body })).rejects.toMatchObject({ code: 'conflict' })
    expect((await settingsOf(tenant)).texts.sw.name).toBe('Sajili')
  })
})

describe('settings of the configured tenant in the environment', () => {
  const started = (given: string[], settings: object) =>
    ensureConfiguredTenant({ sql: world.sql, config: { ...world.config, ...settings, given } })
  const tagline = async () =>
    (await world.sql`select tagline from tenant where id = ${world.config.TENANT_ID}`)[0]?.tagline

  test('holds at every start where a setting is given, and is a default for the first start where none is', async () => {
    await started([], { REGISTRY_TAGLINE: 'A default' })
    expect(await tagline()).not.toBe('A default')
    await started(['REGISTRY_TAGLINE'], { REGISTRY_TAGLINE: 'As given' })
    expect(await tagline()).toBe('As given')
    await started([], { REGISTRY_TAGLINE: 'A default' })
    expect(await tagline()).toBe('As given')
  })

  test.for([
    ['production', 10],
    ['development', 0],
  ] as const)('a first start in %s gives claims %i minutes to undo them', async ([NODE_ENV, minutes]) => {
    const TENANT_ID = `first-in-${NODE_ENV}`
    const given = ['REGISTRY_NAME', 'REGISTRY_OWNER', 'REGISTRY_CONTACT_EMAIL', 'REGISTRY_CONTACT_ADDRESS']
    await started(given, { NODE_ENV, TENANT_ID })
    const [tenant] = await world.sql`
      select undo_claims_minutes as claims, undo_transfers_minutes as transfers from tenant where id = ${TENANT_ID}`
    expect(tenant).toEqual({ claims: minutes, transfers: 0 })
  })

  test('is refused in the app where a setting is given, with its name, and shown as such', async () => {
    const tenant = await aTenant({ isConfigured: true })
    const { config } = tenant.world
    const given = [...config.given]
    Object.assign(config, { given: ['REGISTRY_NAME', 'LANGUAGE_SELECTION'] })
    try {
      const { version, name, setByDeployment } = await settingsOf(tenant)
      expect(setByDeployment).toEqual(['name', 'languageSelection'])
      const body = { version, name: 'Mine', owner: 'Me' }
      await expect(tenant.tenantAdmin.call(changeSettings, { body })).rejects.toMatchObject({
        code: 'conflict',
        message: 'name is set by the deployment (REGISTRY_NAME) and changes there only.',
      })
      const changed = await tenant.tenantAdmin.call(changeSettings, { body: { ...body, name } })
      expect(changed).toMatchObject({ name, owner: 'Me' })
    } finally {
      Object.assign(config, { given })
    }
  })
})

test.each([
  ['max_image_bytes', limits.imageBytes],
  ['max_document_bytes', limits.documentBytes],
  ['max_project_documents', limits.projectDocuments],
  ['max_account_users', limits.accountUsers],
  ['max_period_months', limits.periodMonths],
])('the database knows the product’s own bound of %s too', async (column, most) => {
  const { tenant } = await aTenant()
  const set = (value: number) => world.sql`update tenant set ${identifier(column)} = ${value} where id = ${tenant.id}`
  await expect(set(most)).resolves.toMatchObject({ count: 1 })
  for (const wrong of [most + 1, 0, -1]) await expect(set(wrong)).rejects.toMatchObject({ code: '23514' })
})

test('the application changes nothing else of a tenant, and nothing of another one', async () => {
  const [ours, theirs] = [await aTenant(), await aTenant()]
  const { sql } = world.deps
  for (const column of ['id', 'serial_prefix', 'status', 'minting_paused_reason']) {
    const changed = inTenant(sql, ours.tenant.id, (tx) => tx`update tenant set ${identifier(column)} = 'TAKEN'`)
    await expect(changed, column).rejects.toMatchObject({ code: '42501' })
  }
  const { count } = await inTenant(sql, ours.tenant.id, (tx) => tx`update tenant set tagline = 'Ours'`)
  expect(count).toBe(1)
  const words = inTenant(
    sql,
    ours.tenant.id,
    (tx) => tx`insert into tenant_text (tenant_id, language) values (${theirs.tenant.id}, 'fr')`,
  )
  await expect(words).rejects.toMatchObject({ code: '42501' })
})

test('a limit below what an account has already is saved only where it is meant', async () => {
  const { tenantAdmin, proponent, accountAdmin } = await aTenant()
  expect(proponent.accountId).toBe(accountAdmin.accountId)
  const limit = (accountUsers: number, isBelowMeant?: boolean) =>
    tenantAdmin.call(changeSettings, { body: { limits: { accountUsers }, ...(isBelowMeant && { isBelowMeant }) } })
  await expect(limit(1)).rejects.toMatchObject({
    code: 'conflict',
    refusal: { reason: 'settings.belowPeople', facts: { max: 1, found: 2 } },
  })
  expect((await tenantAdmin.call(readSettings)).limits.accountUsers).toBeNull()
  expect((await limit(2)).limits.accountUsers).toBe(2)
  expect((await limit(1, true)).limits.accountUsers).toBe(1)
})
