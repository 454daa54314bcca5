import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { listDocuments } from '#shared/contract/documents.ts'
import { readMeasurement, readMeasurementHistory } from '#shared/contract/measurements.ts'
import { expectAccessible, newProfile, test, type WatchedPage, whole } from './browser.ts'
import { anOpenMeasurement } from './project-at-work.ts'
import { changeStored, nowS, sandboxPeople, signInAs, storedUser } from './signed-in.ts'

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const photo = { name: 'plot-7.png', mimeType: 'image/png', buffer: Buffer.from(onePixel, 'base64') }

/** Without a connection each request fails. */
function expectCut(page: WatchedPage): void {
  for (const status of [0, 404]) page.expectRefusal({ path: /./, status })
}

/** The worker keeps a version of which all field screens were loaded. */
async function appIsKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(async () => (await caches.match('/whole')) !== undefined)).toBe(true)
}

/** As after a day in the field: only the line could renew the tokens. */
async function expireTokens(page: Page): Promise<void> {
  const user = await storedUser(page)
  const claims = Buffer.from(JSON.stringify({ ...user?.profile, exp: nowS() - 1 })).toString('base64url')
  await changeStored(page, { expires_at: nowS() - 1, id_token: `e30.${claims}.x` })
}

const field = (page: Page) => page.getByLabel('Measured quantity')

test('a measurement begun without a connection survives a closed browser, and is sent once when the person says so', async ({
  browser,
  openPage,
}) => {
  const people = await sandboxPeople()
  const { measurementId, path } = await anOpenMeasurement(people)
  const profile = await newProfile(browser, { hasWorker: true })
  const before = await openPage({ profile })
  expectCut(before)
  await signInAs(before, 'measurer')
  await before.goto(path)
  await whole(before)
  await appIsKept(before)

  await profile.setOffline(true)
  await before.getByText('No connection.').waitFor()
  await field(before).fill('1234')
  await before.locator('input[type=file]').first().setInputFiles(photo)
  await before.getByText('One thing waits to be sent.').waitFor()
  await before.getByRole('button', { name: 'Submit' }).click()
  await before.getByText('asks you to send it when the connection is back').waitFor()
  await before.getByText('2 things wait to be sent.').waitFor()
  await expireTokens(before)
  await before.close()

  const page = await openPage({ profile })
  expectCut(page)
  await page.goto(path)
  await page.getByText(/This page is as of \d/).waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('1234')
  await page.getByText('plot-7.png').first().waitFor()
  await page.getByRole('button', { name: '2 to be sent' }).click()
  const list = page.getByRole('dialog')
  await list.getByText('There is no connection yet.').waitFor()
  expect(await list.getByRole('button', { name: 'Send' }).count()).toBe(0)
  await expectAccessible(page)

  await profile.setOffline(false)
  await page.getByText('You are connected again.').waitFor()
  await list.getByRole('button', { name: 'Send all' }).click()
  await list.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByText(/waits? to be sent/).count()).toBe(0)
  await page.getByText('Submitted').first().waitFor()

  const params = { measurementId }
  expect(await people.measurer.call(readMeasurement, { params })).toMatchObject({ status: 'submitted', quantity: 1234 })
  const { items } = await people.measurer.call(readMeasurementHistory, { params })
  expect(items.filter(({ act }) => act.endsWith('submit'))).toHaveLength(1)
  const subject = { subjectKind: 'measurement' as const, subjectId: measurementId }
  expect((await people.measurer.call(listDocuments, { query: subject })).items).toHaveLength(1)
})
