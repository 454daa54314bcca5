import type { Locator } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { listBalances } from '#shared/contract/wallet.ts'
import { claimUnitsPath, figuresPath, paths, searchPath } from '#shared/rules/paths.ts'
import { ownAddresses, reviewAddresses } from './addresses.ts'
import { expectGood, test, type WatchedPage, whole } from './browser.ts'
import { aProjectAtWork, type ProjectAtWork } from './project-at-work.ts'
import { sandboxCaller, sandboxPeople, signInAs } from './signed-in.ts'

let work: ProjectAtWork
beforeAll(async () => {
  work = await aProjectAtWork(await sandboxPeople())
})

const phone = { width: 360, isPhone: true } as const

/** Returns the controls below 44 pixels. Underlined words within text and the map's marks have spacing instead. */
function smallTargets(page: WatchedPage): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, select, textarea, input, summary, [role=tab], [role=menuitem], nav a',
    )
    const boxOf = (control: HTMLElement) => {
      const isTick = control.matches('[type=checkbox], [type=radio]')
      const larger = isTick ? control.closest('label') : control.matches('[type=file]') ? control.parentElement : null
      return (larger ?? control).getBoundingClientRect()
    }
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => !getComputedStyle(control).textDecorationLine.includes('underline'))
      .filter((control) => control.closest('[role=img], [data-marks]') === null)
      .map((control) => ({ control, box: boxOf(control) }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < 43.5 || box.height < 43.5))
      .map(({ control, box }) => `${control.outerHTML.slice(0, 120)} ${box.width} × ${box.height}`)
  })
}

const addresses = {
  proponent: [...ownAddresses, paths.claims, paths.projects, figuresPath, searchPath('Kitui')],
  'tenant-admin': [...reviewAddresses, paths.userAdmin, paths.audit],
} as const

test.for(Object.entries(addresses))(
  'on a phone all that fingers of a %s press is at least 44 pixels',
  async ([role, screens], { openPage }) => {
    const { project, draft, openMeasurement } = work
    const tabs = ['settings', 'documents', 'items', 'timeline'].map((tab) => `${draft}&tab=${tab}`)
    const page = await openPage(phone)
    await signInAs(page, role)
    for (const address of [...screens, project, ...tabs, openMeasurement]) {
      await page.goto(address)
      await whole(page)
      expect(await smallTargets(page), address).toEqual([])
    }
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await page.getByRole('dialog').waitFor()
    expect(await smallTargets(page)).toEqual([])
  },
)

const step = (page: WatchedPage, name: string) => page.getByRole('heading', { name })
const lowerEdge = async (part: Locator) => {
  const box = await part.boundingBox()
  return box ? box.y + box.height : Number.NaN
}

test('on a phone a claim is written in steps, by touch and by keys, through a reload and an early error', async ({
  openPage,
}) => {
  const { items } = await (await sandboxCaller('buyer')).call(listBalances, { query: { accountId: 'harbour-trading' } })
  const assetId = items.find(({ balance, stop }) => balance > 0 && !stop)?.assetId ?? ''
  const page = await openPage(phone)
  await signInAs(page, 'buyer')
  await page.goto(claimUnitsPath(assetId))
  await step(page, 'Step 1 of 3').waitFor()
  await page.getByRole('button', { name: 'Next' }).tap()
  const wrong = page.getByRole('alert')
  await wrong.getByText('Please correct 3 fields.').waitFor()
  expect(await page.getByLabel('Beneficiary is').inputValue()).toBe('')
  await page.getByLabel(/Quantity of/).fill('1')
  await page.getByLabel('Beneficiary is').selectOption('person')
  await page.getByLabel('Beneficiary', { exact: true }).fill('Neema wa Hatua')
  await wrong.waitFor({ state: 'detached' })
  await expectGood(page)
  await page.keyboard.press('Enter')

  await step(page, 'Step 2 of 3').waitFor()
  const bar = page.getByRole('dialog').locator('[data-sticks-below]')
  for (const label of ['Purpose', 'Purpose in detail', 'Country of consumption']) {
    const field = page.getByLabel(label).first()
    await field.focus()
    expect(await lowerEdge(field)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0)
  }
  await page.getByLabel('Purpose', { exact: true }).selectOption('personal')
  await page.getByRole('button', { name: 'Next' }).tap()
  await step(page, 'Step 3 of 3').waitFor()
  expect(await page.getByLabel('Show the note on the public page').isChecked()).toBe(false)
  await page.getByLabel('Note (optional)').fill('For the walk of the year.')

  // A reload keeps the step and what was typed, but not the quantity, which depends on the moment.
  await page.reload()
  await step(page, 'Step 3 of 3').waitFor()
  expect(await page.getByLabel('Note (optional)').inputValue()).toBe('For the walk of the year.')
  await page.getByLabel('I am authorised to act for the beneficiary.').check()
  await page.getByRole('button', { name: 'Preview' }).tap()
  const early = wrong.getByRole('button', { name: /^Quantity of/ })
  await early.tap()
  await step(page, 'Step 1 of 3').waitFor()
  const quantity = page.getByLabel(/Quantity of/)
  await expect.poll(() => quantity.evaluate((field) => field === document.activeElement)).toBe(true)
  await quantity.fill('1')
  await page.goBack()
  await step(page, 'Step 3 of 3').waitFor()
  await expectGood(page)
  await page.getByRole('button', { name: 'Preview' }).tap()
  await page.getByRole('button', { name: 'Claim for good' }).waitFor()
  await page.goBack()
  await step(page, 'Step 2 of 3').waitFor()
  expect(await page.getByLabel('Purpose', { exact: true }).inputValue()).toBe('personal')
})
