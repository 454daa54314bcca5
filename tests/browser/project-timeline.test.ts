import { readFile } from 'node:fs/promises'
import { beforeAll, expect, vi } from 'vitest'
import { readTimelineMonths } from '#shared/contract/timeline.ts'
import { aBlock, aMint, aProject } from '#tests/kit/an-export.ts'
import { callerAt } from '#tests/kit/person.ts'
import { expectAccessible, expectNoSidewaysScroll, test } from './browser.ts'
import { imported } from './importing.ts'
import { pressOn } from './keyboard.ts'
import { world } from './world.ts'

const name = 'Stoves of many months'

/** A project with thirty claims in a month of 2021, one in each of 2022. */
beforeAll(async () => {
  const project = aProject({ name, project_id: 'P-MONTHS' })
  const { project_id = '' } = project
  const mint = aMint({ project_id, quantity: 1_000, issuance_date: '2020-05-06' })
  const days = [
    ...Array.from({ length: 30 }, (_, day) => `2021-03-${String(day + 1).padStart(2, '0')}`),
    ...Array.from({ length: 12 }, (_, month) => `2022-${String(month + 1).padStart(2, '0')}-01`),
  ]
  const claimed = days.map((retirement_date, at) => aBlock(mint, at * 10 + 1, at * 10 + 10, { retirement_date }))
  const held = aBlock(mint, days.length * 10 + 1, 1_000)
  await imported([project], { mints: [mint], blocks: [...claimed, held] })
  // The timeline's sums include linked movements only.
  await vi.waitUntil(
    async () => {
      const { months } = await callerAt(world.baseUrl, null).call(readTimelineMonths, {
        query: { projectId: String(project_id), tenantId: 'sample' },
      })
      return months.reduce((sum, { acts }) => sum + acts, 0) === days.length + 1
    },
    { timeout: 60_000, interval: 200 },
  )
})

test.for([
  { theme: 'light', width: 360 },
  { theme: 'dark', width: 1280 },
] as const)(
  'a long timeline at $width px in the $theme theme is years and months, which open to their lines',
  async ({ theme, width }, { openPage }) => {
    const page = await openPage({ theme, width })
    await page.goto(`/collection?q=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name }).first().click()
    await page.getByRole('tab', { name: 'Timeline' }).click()
    const rows = page.getByRole('list', { name: 'Month by month' }).getByRole('button')
    await expect
      .poll(async () => (await rows.allInnerTexts()).map((text) => text.split(/\s+/).join(' ')))
      .toEqual(['2022 Claimed 120 12 acts', '2021 Claimed 300 30 acts', '2020 Issued 1,000 1 act'])
    await page.getByRole('img', { name: 'Issued and claimed by month' }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const lines = page.getByText(/claimed 10 units of Stoves of many months/)
    await pressOn(page.getByRole('button', { name: '2021 Claimed 300 30 acts' }))
    const march = page.getByRole('list', { name: '2021' }).getByRole('button', { name: /^Mar 2021/ })
    await pressOn(march)
    await expect.poll(() => lines.count()).toBe(25)
    await page.getByText('30 Mar 2021').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(() => lines.count()).toBe(5)
    await page.reload()
    await page.getByText('1 Mar 2021').waitFor()
    expect(await lines.count()).toBe(5)
    await pressOn(march)
    await expect.poll(() => lines.count()).toBe(0)
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('month'), searchParams.get('cursor')]).toEqual([null, null])
  },
)

test('the months of a long timeline are saved as a file', async ({ page }) => {
  await page.goto(`/collection?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV: Month by month' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('timeline.csv')
  const [heading, first, ...others] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(heading).toBe('\ufeffProject ID,Month,Issued,Claimed,Burnt,Held,Acts,As of')
  expect(first).toMatch(/^sample:[\w-]+:P-MONTHS,2022-12,0,10,0,580,1,\d{4}-\d\d-\d\dT/)
  expect(others.slice(0, 13).at(-2)).toMatch(/:P-MONTHS,2021-03,0,300,0,700,30,/)
})
