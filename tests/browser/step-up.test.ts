import type { Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { translate } from '#server/identity/texts/texts.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { changeSettings } from '#shared/contract/settings.ts'
import { listBalances, transferUnits } from '#shared/contract/wallet.ts'
import { languages } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { minutesAgo, restated } from '#tests/kit/restated.ts'
import { shownCode } from '#tests/kit/sign-in-steps.ts'
import { aPair, type Pair } from './a-pair.ts'
import { expectGood, test } from './browser.ts'
import { theDatabase } from './database.ts'
import { choose, expectGoodAtEverySize, expectGoodInEveryView } from './every-screen.ts'
import { changeStored, fillIn, sandboxCaller, signInAs, storedUser } from './signed-in.ts'
import { textsIn } from './texts.ts'
import { world } from './world.ts'

const askForRecent = async () =>
  (await sandboxCaller('tenant-admin')).call(changeSettings, { body: { stepUp: 'recent' } })
const addressOf = (role: string) => `${role}@registry.test`

// Other tests act without confirming.
afterEach(async () => {
  const sql = await theDatabase()
  await sql`update tenant set step_up = 'off', step_up_factor_from = null`
  await sql.end()
})

/** As if the person had signed in twenty minutes ago. */
async function letAgeSignIn(page: Page): Promise<void> {
  const sql = await theDatabase()
  const { access_token = '' } = (await storedUser(page)) ?? {}
  await changeStored(page, { access_token: await restated(sql, access_token, { auth_time: minutesAgo(20) }) })
  await sql.end()
}

/** A first factor ends the pair's own tokens. */
const heldBy = async ({ accountId }: Pair) =>
  (await (await sandboxCaller('tenant-admin')).call(listBalances, { query: { accountId } })).items[0]?.balance

test.for(languages)(
  'who signed in long ago confirms who it is in a window, and the same transfer goes on (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const sender = await aPair(`Cautious Traders ${language}`)
    const recipient = await aPair(`Patient Makers ${language}`)
    await askForRecent()
    const page = await openPage({ locale: language === 'en' ? 'en-GB' : language })
    await signInAs(page, sender.admin, t('layout.profileMenu'))
    await page.goto(paths.wallet)
    const transfers = page.getByRole('button', { name: t('wallet.transfer') })
    await transfers.first().click()
    const form = page.getByRole('dialog').first()
    await form.getByRole('combobox', { name: t('wallet.recipient') }).fill(recipient.name)
    await form.getByRole('option', { name: recipient.name }).first().click()
    await form.getByRole('textbox').first().fill('6')
    await form.getByRole('button', { name: t('wallet.preview') }).click()
    const repeated = form.getByLabel(t('wallet.firstTransfer', { recipient: recipient.name }))
    await repeated.fill('patient')
    await letAgeSignIn(page)
    page.expectRefusal({ path: transferUnits.path, status: 401 })
    page.expectRefusal({ path: transferUnits.path, status: 401 })
    const send = form.getByRole('button', { name: t('wallet.transferConfirm') })
    await send.click()
    const title = page.getByRole('heading', { name: t('stepUp.title') })
    await title.waitFor()
    await expectGoodInEveryView(page)
    await choose(page, language)
    await page.keyboard.press('Escape')
    await title.waitFor({ state: 'detached' })
    await form.getByText(t('refusals.stepUp.recent', { minutes: 10 })).waitFor()
    expect(await repeated.inputValue()).toBe('patient')
    expect(await heldBy(sender)).toBe(20)

    await send.click()
    await title.waitFor()
    const opening = page.waitForEvent('popup')
    await page.keyboard.press('Enter')
    const popup = await opening
    await page.getByText(t('stepUp.waiting')).waitFor()
    await popup.waitForURL(/\/identity\/interaction\//)
    const closing = popup.waitForEvent('close')
    await fillIn(popup, addressOf(sender.admin), world.password)
    await closing
    await title.waitFor({ state: 'detached' })
    await expect.poll(() => heldBy(sender)).toBe(14)
    await form.waitFor({ state: 'detached' })
    expect(await heldBy(recipient)).toBe(26)
    await expectGood(page)
  },
)

test('from a quantity on a second factor is set up in a new tab where the window is blocked', async ({ openPage }) => {
  const t = await textsIn('en')
  const words = (key: Parameters<typeof translate>[1]) => translate('en', key)
  const sender = await aPair('Blocked Windows')
  await askForRecent()
  const sql = await theDatabase()
  await sql`update tenant set step_up_factor_from = 5 where id = 'sample'`
  await sql.end()
  const page = await openPage()
  await page.addInitScript(() => {
    window.open = () => null
  })
  await signInAs(page, sender.admin)
  await page.goto(paths.wallet)
  await page.getByRole('button', { name: 'Claim' }).first().click()
  await page.getByLabel(/Quantity of/).fill('5')
  await page.getByLabel('Beneficiary is').selectOption('anonymous')
  await page.getByLabel('Purpose', { exact: true }).selectOption('corporate target')
  await page.getByLabel('I am authorised to act for the beneficiary.').check()
  await page.getByRole('button', { name: 'Preview' }).click()
  page.expectRefusal({ path: createClaim.path, status: 401 })
  await page.getByRole('button', { name: 'Claim for good' }).click()
  await page.getByText(t('stepUp.strong', { minutes: 10 })).waitFor()
  await page.getByRole('button', { name: t('stepUp.open') }).click()
  await page.getByText(t('stepUp.blocked')).waitFor()
  await expectGoodAtEverySize(page)
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: t('stepUp.open') }).click()
  const tab = await opening
  await tab.waitForURL(/\/identity\/interaction\//)
  await fillIn(tab, addressOf(sender.admin), world.password)
  const secret = ((await tab.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  await tab.getByLabel(words('app.code')).fill(shownCode(secret))
  await tab.keyboard.press('Enter')
  const closing = tab.waitForEvent('close')
  await tab.getByRole('link', { name: words('codes.stored') }).click()
  await closing
  await page.waitForURL(/\/claims\?key=/)
  expect(await heldBy(sender)).toBe(15)
})
