import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { pathOf } from '#shared/contract/calls.ts'
import { listDocuments } from '#shared/contract/documents.ts'
import {
  listMeasurements,
  readMeasurement,
  readMeasurementHistory,
  submitMeasurement,
} from '#shared/contract/measurements.ts'
import { expectAccessible, newProfile, test, type WatchedPage, whole } from './browser.ts'
import { aDeployment } from './deployment.ts'
import { anOpenMeasurement } from './project-at-work.ts'
import { sampleAddresses } from './sample-addresses.ts'
import { changeStored, nowS, sandboxPeople, signInAs, signInByForm, storedUser } from './signed-in.ts'

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

/** Addresses of the answers that the browser keeps. */
function keptAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Opening would create the database.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'registry.answers')) return []
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    const opening = indexedDB.open('registry.answers')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('answers').objectStore('answers').get('index')
      reading.onerror = () => reject(reading.error)
      reading.onsuccess = () => {
        opening.result.close()
        resolve(Object.keys(reading.result?.addresses ?? {}))
      }
    }
    return promise
  })
}

const notKept = 'No connection, and this device has not kept this page.'

const field = (page: Page) => page.getByLabel('Measured quantity')

/** The start script of the version that the page runs. */
const startOf = (page: Page) => page.locator('script[src^="/assets/start-"]').getAttribute('src')

test('a measurement begun before the line is cut survives a closed browser and a deployment, and is sent once, though the first answer is lost', async ({
  browser,
  openPage,
}) => {
  const people = await sandboxPeople()
  const { measurementId, path } = await anOpenMeasurement(people)
  const params = { measurementId }
  const deployment = await aDeployment()
  const profile = await newProfile(browser, { hasWorker: true, proxy: deployment.proxy })
  const openAgain = async () => {
    const page = await openPage({ profile })
    expectCut(page)
    await page.goto(path)
    await page.getByText(/This page is as of \d/).waitFor()
    await expect.poll(() => field(page).inputValue()).toBe('1234')
    await page.getByText(photo.name).first().waitFor()
    return page
  }
  const begun = await openPage({ profile })
  expectCut(begun)
  await signInByForm(begun, 'measurer')
  await begun.goto(path)
  await whole(begun)
  await appIsKept(begun)
  const before = await startOf(begun)
  await field(begun).fill('1234')
  await begun.locator('input[type=file]').first().setInputFiles(photo)
  await begun.getByText(photo.name).first().waitFor()

  await profile.setOffline(true)
  await begun.getByText('One thing waits to be sent.').waitFor()
  await expireTokens(begun)
  await begun.close()
  deployment.deploy()

  const inField = await openAgain()
  expect(await startOf(inField)).toBe(before)
  await inField.getByRole('button', { name: 'Submit' }).click()
  await inField.getByText('asks you to send it when the connection is back').waitFor()
  await inField.getByText('2 things wait to be sent.').waitFor()
  await inField.close()

  const page = await openAgain()
  await page.getByRole('button', { name: '2 to be sent' }).click()
  const list = page.getByRole('dialog')
  await list.getByText('There is no connection yet.').waitFor()
  expect(await list.getByRole('button', { name: 'Send' }).count()).toBe(0)
  await expectAccessible(page)
  expect(await people.measurer.call(readMeasurement, { params })).toMatchObject({ status: 'in progress' })

  deployment.loseAnswer(pathOf(submitMeasurement, params))
  await profile.setOffline(false)
  await list.getByRole('button', { name: 'Send all' }).click()
  await list.getByText('we do not know whether this was done').waitFor()
  await list.getByText('There is no connection yet.').waitFor()
  deployment.mend()
  await page.getByText('Your last request succeeded, but its answer was lost.').waitFor()
  await list.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByText(/waits? to be sent/).count()).toBe(0)
  await page.getByText('Submitted').first().waitFor()

  const { projectId, ...sent } = await people.measurer.call(readMeasurement, { params })
  expect(sent).toMatchObject({ status: 'submitted', quantity: 1234 })
  const query = { tenantId: 'sample', projectId }
  expect((await people.measurer.call(listMeasurements, { query })).items).toHaveLength(1)
  const { items } = await people.measurer.call(readMeasurementHistory, { params })
  expect(items.filter(({ act }) => act.endsWith('submit'))).toHaveLength(1)
  const subject = { subjectKind: 'measurement' as const, subjectId: measurementId }
  expect((await people.measurer.call(listDocuments, { query: subject })).items).toHaveLength(1)

  // The new version loads whole.
  await page.goto(path, { timeout: 60_000, waitUntil: 'domcontentloaded' })
  await whole(page)
  expect(await startOf(page)).toBe(before?.replace('.js', '.next.js'))
  await page.getByText('Submitted').first().waitFor()
  await expect.poll(() => page.getByText(/waits? to be sent/).count()).toBe(0)
  deployment.stop()
})

test('pages that a member left at once can be read without a connection, and other pages say in one sentence that they cannot', async ({
  browser,
  openPage,
}) => {
  const { project } = await sampleAddresses()
  const profile = await newProfile(browser, { hasWorker: true })
  const page = await openPage({ profile, width: 360 })
  expectCut(page)
  await signInAs(page, 'measurer')
  for (const [left, read] of [
    ['/wallet', '/api/wallet/balances'],
    ['/collection', '/api/projects?'],
  ] as const) {
    await page.goto(left)
    await whole(page)
    await expect.poll(() => keptAddresses(page)).toContainEqual(expect.stringContaining(read))
  }
  await page.goto('/')
  await appIsKept(page)
  await profile.setOffline(true)

  await page.goto('/collection')
  await page.locator('main table tbody tr').first().waitFor()
  await page.getByText('No connection.').waitFor()
  const header = page.getByRole('banner')
  const heightOf = async () => (await header.boundingBox())?.height ?? 0
  const oneLine = await heightOf()
  expect(oneLine).toBeLessThan(64 + 50)
  await expectAccessible(page)
  await header.getByRole('button', { name: 'More' }).click()
  expect(await heightOf()).toBeGreaterThan(oneLine + 20)
  await page.goto('/wallet')
  await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
  await page.getByText(/This page is as of \d/).waitFor()
  expect(await page.getByText(notKept).count()).toBe(0)

  await page.goto('/notices')
  await page.getByText(notKept).waitFor()
  await page.getByRole('button', { name: 'Load again' }).click()
  await page.getByText(notKept).waitFor()
  await page.goto(project)
  await page.getByText(notKept).waitFor()
  expect(await page.title()).toBe('Sample Registry')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(notKept).waitFor()
  const loads = await page.evaluate(() => performance.timeOrigin)
  await profile.setOffline(false)
  await page.locator('main h1').waitFor()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loads)
})
