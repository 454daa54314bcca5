import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { expectGood, test, type WatchedPage } from './browser.ts'
import { choose } from './choosing.ts'
import { expectGoodInBothThemes } from './every-screen.ts'
import { openPart } from './parts.ts'
import { signInAs } from './signed-in.ts'

const bay = {
  type: 'Feature',
  properties: {},
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [39.5, -4.5],
        [39.7, -4.5],
        [39.7, -4.3],
        [39.5, -4.5],
      ],
    ],
  },
}

async function request(page: WatchedPage, name: string): Promise<void> {
  await page.goto('/myProjects?new=1')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Project name').fill(name)
  await dialog.getByLabel('Description').fill('Mangroves are planted.')
  await choose(page, 'Methodology', 'Improved cookstoves')
  await dialog.getByLabel('Start date').fill('2023-01-01')
  await page.reload()
  expect(await dialog.getByLabel('Project name').inputValue()).toBe(name)
  expect(await dialog.getByLabel('Start date').inputValue()).toBe('2023-01-01')
  await dialog.getByLabel('End date').fill('2030-12-31')
  await dialog.getByRole('button', { name: 'Request New Project' }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

test.for([360, 1280])(
  'a draft at %i px says what it lacks, keeps what is typed and shows its facts',
  async (width, { openPage }) => {
    const name = `Mangroves of Vanga, ${width}`
    const page = await openPage({ width })
    await signInAs(page, 'proponent')
    await request(page, name)
    for (const empty of ['Type', 'Vintage', 'Verifier']) await page.locator('dt', { hasText: empty }).first().waitFor()

    await page.getByRole('button', { name: 'Submit for approval' }).click()
    const missing = page.getByRole('alert')
    expect(await missing.getByRole('link').allTextContents()).toEqual([
      'Measurement provider',
      'Verification provider',
      'Country',
    ])
    await expectGoodInBothThemes(page)
    const isFocused = (field: Locator) =>
      expect.poll(() => field.evaluate((each) => each === document.activeElement)).toBe(true)
    for (const needed of ['Verification provider', 'Country', 'Verification provider']) {
      await missing.getByRole('link', { name: needed }).click()
      await isFocused(page.getByRole('combobox', { name: needed }))
    }
    await choose(page, 'Verification provider', 'Clear View')

    const part = async (title: string) => {
      if (width === 360) await openPart(page, title)
    }
    await part('What it does')
    await page.getByRole('combobox', { name: /^Type/ }).selectOption('Blue Carbon')
    await page.getByLabel('Sector').fill('Forestry & Land Use')
    await page.getByLabel('Effect').selectOption('removal')
    await page.getByLabel('Annual estimate').fill('12 000')
    await part('Where it is')
    await page.getByLabel('Region').fill('Kwale')
    await part('Goals and origin')
    await page.getByLabel('14 Life below water').check()
    await page.reload()
    await page.getByText('This form has what you typed before').waitFor()
    expect(await page.getByLabel('Region').inputValue()).toBe('Kwale')
    expect(await page.getByLabel('14 Life below water').isChecked()).toBe(true)
    if (width === 360) await page.getByRole('combobox', { name: /^Step 4 of 4/ }).waitFor()

    await part('Where it is')
    await page.locator('summary', { hasText: 'Outline from a file' }).click()
    await page.getByRole('textbox', { name: 'GeoJSON or KML' }).fill('{"type":"MultiPoint"}')
    await page.getByRole('button', { name: 'Use this outline' }).click()
    await page.getByText('its first shape is of type MultiPoint').waitFor()
    const attach = (place: object) =>
      page.locator('input[type=file][name=outline]').setInputFiles({
        name: 'bay.geojson',
        mimeType: 'application/geo+json',
        buffer: Buffer.from(JSON.stringify(place)),
      })
    await attach({ type: 'FeatureCollection', features: [bay, bay] })
    await page.getByText('Area of 2 parts with 6 corners').waitFor()
    await expectGoodInBothThemes(page)
    await attach(bay)
    await page.getByText('3 corners').waitFor()
    await expectGoodInBothThemes(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The project has been saved.').waitFor()

    await page.getByRole('tab', { name: 'Details' }).click()
    for (const fact of ['Blue Carbon', 'Removal', 'Kwale', '14 Life below water', 'Clear View Verification']) {
      await page.locator('dd', { hasText: fact }).first().waitFor()
    }
    await page.getByText('Area with 3 corners').waitFor()
    await page.getByRole('tab', { name: /Documents/ }).click()
    await page.getByRole('button', { name: 'Open bay.geojson' }).waitFor()
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByRole('img', { name: 'Map of the place' }).waitFor()
    await expectGoodInBothThemes(page)
    for (const [language, type, sector] of [
      ['fr', 'Carbone bleu', 'Foresterie et usage des terres'],
      ['en', 'Blue Carbon', 'Forestry & Land Use'],
    ] as const) {
      await page.evaluate((chosen) => localStorage.setItem('i18nextLng', chosen), language)
      await page.reload()
      for (const fact of [type, sector]) await page.locator('dd', { hasText: fact }).first().waitFor()
    }
    await page.getByRole('img', { name: 'Map of the place' }).waitFor()

    await page.getByRole('tab', { name: 'Settings' }).click()
    await part('Where it is')
    await page.getByRole('combobox', { name: 'Shape' }).selectOption('point')
    await page.getByLabel('Latitude').fill('4° S')
    await page.getByLabel('Longitude').fill('39,6')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: /^Latitude: 4° S cannot be read as one number/ }).waitFor()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('img', { name: /^Map: click/ }).click({ position: { x: 101, y: 53 } })
    await expect.poll(() => page.getByLabel('Latitude').inputValue()).toMatch(/^-?\d+\.\d+$/)
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
    await page.getByRole('button', { name: 'Save' }).click()
    await saved
    await page.reload()
    expect(await page.getByLabel('Latitude').inputValue()).toMatch(/^-?\d+\.\d+$/)
  },
)

test('the second to decide reads the new state', async ({ openPage }) => {
  const name = 'Decided twice'
  const proponent = await openPage()
  await signInAs(proponent, 'proponent')
  await request(proponent, name)
  const address = proponent.url()
  await proponent.getByRole('tab', { name: 'Settings' }).click()
  for (const [label, provider] of [
    ['Measurement provider', 'Field Measures'],
    ['Verification provider', 'Clear View'],
  ] as const) {
    await choose(proponent, label, provider)
  }
  await proponent.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Kenya' })
  await proponent.getByRole('button', { name: 'Save' }).click()
  await proponent.getByText('The project has been saved.').waitFor()
  const elsewhere = await openPage()
  await signInAs(elsewhere, 'proponent')
  await elsewhere.goto(address)
  await elsewhere.getByRole('button', { name: 'Submit for approval' }).click()

  await proponent.getByRole('button', { name: 'Submit for approval' }).click()
  await proponent.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click()
  await proponent.getByText(/^The project .* has been submitted\.$/).waitFor()

  elsewhere.expectRefusal({ path: /\/act$/, status: 409 })
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click()
  await elsewhere.getByRole('alert').getByText('The project has the status Pending').waitFor()
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await elsewhere.getByText('Pending', { exact: true }).first().waitFor()
  expect(await elsewhere.getByRole('button', { name: 'Submit for approval' }).count()).toBe(0)
})

test('two people with the settings of a project open lose nothing, and whoever saves second chooses', async ({
  openPage,
}) => {
  const mine = await openPage()
  await signInAs(mine, 'proponent')
  await request(mine, 'Saved by two')
  await mine.getByRole('tab', { name: 'Settings' }).click()
  await mine.getByLabel('Region').waitFor()
  const theirs = await openPage()
  await signInAs(theirs, 'account-admin')
  await theirs.goto(mine.url())
  await theirs.getByLabel('Region').fill('Kwale')
  await theirs.getByLabel('Location').fill('Gazi Bay')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await theirs.getByText('The project has been saved.').waitFor()

  // Focus reloads the project.
  await mine.evaluate(() => window.dispatchEvent(new Event('focus')))
  await mine.getByLabel('Region').fill('Lamu')
  await mine.getByLabel('Sector').fill('Fisheries')
  mine.expectRefusal({ path: /\/api\/project$/, status: 409 })
  await mine.getByRole('button', { name: 'Save' }).click()
  const conflict = mine.getByRole('region', { name: 'Region' })
  await conflict.getByText('Kwale', { exact: true }).waitFor()
  await conflict.getByText('Lamu', { exact: true }).waitFor()
  await expectGood(mine)
  await conflict.getByRole('button', { name: 'Keep mine' }).click()
  await mine.getByRole('button', { name: 'Save' }).click()
  await mine.getByText('The project has been saved.').waitFor()
  const typed = ['Region', 'Location', 'Sector'].map((label) => mine.getByLabel(label).first().inputValue())
  expect(await Promise.all(typed)).toEqual(['Lamu', 'Gazi Bay', 'Fisheries'])
})
