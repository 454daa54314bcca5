import { expect } from 'vitest'
import { paths } from '#shared/rules/paths.ts'
import { expectAccessible, expectNoSidewaysScroll, test, type WatchedPage } from './browser.ts'
import { openPart } from './parts.ts'
import { signInAs } from './signed-in.ts'
import { world } from './world.ts'

const accentOf = (page: WatchedPage) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))
const french = (page: WatchedPage) => page.getByRole('group', { name: 'Words – Français' })

test('an admin lists the types of the registry and says what they are called in French', async ({ openPage }) => {
  const admin = await openPage({ width: 360 })
  await signInAs(admin, 'tenant-admin')
  await admin.goto(`${paths.review}?tab=settings`)
  await openPart(admin, 'Types of project')
  const types = admin.getByRole('textbox', { name: 'Types of project' })
  await types.fill('Reef\nSt. John’s kelp')
  await admin.locator('summary', { hasText: 'Types – Français' }).click()
  await admin.getByRole('textbox', { name: 'St. John’s kelp – Français' }).fill('Varech')
  await expectAccessible(admin)
  await expectNoSidewaysScroll(admin)
  const save = async () => {
    const saved = admin.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
    await admin.getByRole('button', { name: 'Save' }).click()
    await saved
  }
  const named = async () => {
    const config: unknown = await (await fetch(`${world.baseUrl}/config.json`)).json()
    return config
  }
  await save()
  await admin.getByText('The settings have been saved.').waitFor()
  expect(await named()).toMatchObject({
    projectTypes: ['Reef', 'St. John’s kelp'],
    projectTypeNames: { fr: { 'St. John’s kelp': 'Varech' }, sw: {} },
  })
  await types.fill('')
  await save()
  expect(await named()).toMatchObject({ projectTypeNames: { fr: {}, sw: {} } })
})

test('an admin changes the colour and the French tagline, and visitors see both', async ({ openPage }) => {
  const admin = await openPage({ width: 360 })
  await signInAs(admin, 'tenant-admin')
  await admin.goto(`${paths.review}?tab=settings`)
  const colour = admin.getByRole('textbox', { name: 'Colour', exact: true })
  const before = await colour.inputValue()
  await colour.fill('#7722aa')
  await openPart(admin, 'Words – Français')
  await french(admin).getByRole('textbox', { name: 'Tagline' }).fill('Vérifiable par chacun')
  await admin.getByRole('region', { name: 'Preview' }).getByRole('combobox').selectOption('fr')
  await admin.getByRole('region', { name: 'Preview' }).getByText('Vérifiable par chacun').first().waitFor()
  await expectAccessible(admin)
  await expectNoSidewaysScroll(admin)

  // Unsaved input survives another tab.
  await admin.getByRole('tab', { name: 'Ledger' }).click()
  await admin.getByText('Reconciliation').waitFor()
  await admin.getByRole('tab', { name: 'Settings There are changes that are not saved yet.' }).click()
  await admin.getByText('2 changes not saved').waitFor()
  expect(await colour.inputValue()).toBe('#7722aa')
  // The button bar covers no focused field.
  await openPart(admin, 'Words – Français')
  const address = french(admin).getByRole('textbox', { name: 'Address' })
  await french(admin).getByRole('textbox', { name: 'Name of several units' }).focus()
  await admin.keyboard.press('Tab')
  const lowerEdge = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Number.NaN)
  const bar = await admin.locator('[data-sticks-below]').boundingBox()
  expect(lowerEdge(await address.boundingBox())).toBeLessThanOrEqual(bar?.y ?? 0)
  const accentBefore = await accentOf(admin)
  await admin.getByRole('button', { name: 'Save' }).click()
  await admin.getByText('The settings have been saved.').waitFor()
  expect(await accentOf(admin)).not.toBe(accentBefore)

  const visitor = await openPage({ locale: 'fr-FR' })
  await visitor.goto(paths.home)
  await visitor.getByText('Vérifiable par chacun').waitFor()
  expect(await accentOf(visitor)).toBe(await accentOf(admin))
  const page = await fetch(world.baseUrl, { headers: { 'accept-language': 'fr-CA, en;q=0.5' } })
  expect(page.headers.get('content-language')).toBe('fr')
  expect(await page.text()).toContain('un registre mondial')

  await openPart(admin, 'Registry')
  await colour.fill(before)
  await openPart(admin, 'Words – Français')
  await french(admin).getByRole('textbox', { name: 'Tagline' }).fill('')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => accentOf(admin)).toBe(accentBefore)
  expect(await admin.getByRole('tab', { name: 'not saved' }).count()).toBe(0)
})
