import { expect } from 'vitest'
import { test } from './browser.ts'

const opened = 'Type'

test('a facet opens at its button, narrows the list, and closes at a key, a click beside it and its button', async ({
  page,
}) => {
  await page.goto('/collection')
  const button = page.getByRole('button', { name: `Filter: ${opened}` })
  const values = page.getByRole('dialog', { name: opened })
  await button.click()
  const [first, second] = [values.getByRole('checkbox').first(), values.getByRole('checkbox').nth(1)]
  // Two quick ticks both count.
  await first.check()
  await second.check()
  await expect.poll(() => new URL(page.url()).searchParams.getAll('type')).toHaveLength(2)
  expect(await first.isChecked()).toBe(true)

  await page.keyboard.press('Escape')
  await values.waitFor({ state: 'detached' })
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)

  await page.keyboard.press('Enter')
  await values.waitFor()
  await expect.poll(() => values.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await button.click()
  await values.waitFor({ state: 'detached' })

  await button.click()
  await values.waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await values.waitFor({ state: 'detached' })
})

test('values of an address that the registry does not know narrow nothing', async ({ page }) => {
  for (const path of ['/api/projects', '/api/projects/facets']) page.expectRefusal({ path, status: 400 })
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/api/projects' && response.ok(),
  )
  await page.goto('/collection?type=Cookstoves&status=lost&sort=colour')
  const { searchParams } = new URL((await answered).url())
  expect(searchParams.getAll('type')).toEqual(['Cookstoves'])
  expect([searchParams.has('status'), searchParams.has('sort')]).toEqual([false, false])
  await page.locator('main tbody tr').first().waitFor()
  await page.getByRole('list', { name: 'Chosen' }).getByText('Type: Cookstoves').waitFor()
})
