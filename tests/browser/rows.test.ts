import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { paths } from '#shared/rules/paths.ts'
import { expectNoSidewaysScroll, test, whole } from './browser.ts'
import { signInAs } from './signed-in.ts'

/** The middle of a cell, where its row has no control of its own. */
async function middleOf(cell: Locator): Promise<{ x: number; y: number }> {
  const box = await cell.boundingBox()
  if (!box) throw new Error('The cell is not shown.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

async function heightsOf(page: Page): Promise<number[]> {
  return page.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
}

test('a row is a link as a whole, also for a middle click, and its other links stay their own', async ({ page }) => {
  await page.goto(paths.claims)
  await whole(page)
  const row = page.getByRole('row').nth(1)
  const at = await middleOf(row.getByRole('cell').nth(2))
  const opened = page.context().waitForEvent('page')
  await page.mouse.click(at.x, at.y, { button: 'middle' })
  const tab = await opened
  await tab.waitForURL(/claims\?key=/)
  await tab.close()
  await page.mouse.click(at.x, at.y)
  await page.waitForURL(/claims\?key=/)
  await page.goBack()
  await row.getByRole('cell').first().getByRole('link').click()
  await page.waitForURL(/collection\/project\?key=/)
})

test('rows have one line of 40 pixels, and of 44 at least on phones', async ({ page }) => {
  for (const path of [paths.projects, paths.claims]) {
    await page.goto(path)
    await whole(page)
    expect([...new Set(await heightsOf(page))]).toEqual([40])
  }
  await page.setViewportSize({ width: 360, height: 800 })
  expect(Math.min(...(await heightsOf(page)))).toBeGreaterThanOrEqual(44)
})

test("a row's acts appear on hover and on focus, and nothing moves", async ({ page }) => {
  await signInAs(page, 'buyer')
  await page.goto(paths.wallet)
  await whole(page)
  const row = page.getByRole('row').nth(1)
  const act = row.getByRole('button', { name: /^Transfer/ })
  const opacity = () => act.evaluate((button) => getComputedStyle(button).opacity)
  const before = await row.boundingBox()
  expect(await opacity()).toBe('0')
  await row.hover()
  await expect.poll(opacity).toBe('1')
  await page.mouse.move(0, 0)
  await expect.poll(opacity).toBe('0')
  await act.focus()
  await expect.poll(opacity).toBe('1')
  expect(await row.boundingBox()).toEqual(before)
})

test('on tablets acts lie over the end of their row, so that no text is cut', async ({ page }) => {
  await signInAs(page, 'buyer')
  await page.setViewportSize({ width: 768, height: 800 })
  await page.goto(paths.wallet)
  await whole(page)
  const row = page.getByRole('row').nth(1)
  expect(
    await row
      .locator('[class*=truncate]')
      .evaluateAll((texts) => texts.every((text) => text.scrollWidth <= text.clientWidth)),
  ).toBe(true)
  const act = row.getByRole('button', { name: /^Transfer/ })
  await row.hover()
  const right = async (part: Locator) => {
    const box = await part.boundingBox()
    return box ? box.x + box.width : Number.NaN
  }
  expect(await right(row.getByRole('button').last())).toBeCloseTo(await right(row), 0)
  await act.click()
  await page.getByRole('dialog').waitFor()
})

test('on phones a list offers only what it has: filters, an order, or neither', async ({ page }) => {
  await signInAs(page, 'buyer')
  await page.setViewportSize({ width: 360, height: 800 })
  const offer = page.getByRole('button', { name: /^Filters/ })
  for (const [path, words] of [
    [paths.projects, ['Filters and order']],
    [paths.activity, ['Filters']],
    [paths.wallet, []],
  ] as const) {
    await page.goto(path)
    await whole(page)
    expect(await offer.allTextContents(), path).toEqual(words)
  }
})

test('a long name does not widen the front page', async ({ page }) => {
  await page.goto(paths.home)
  const name = page.getByRole('link', { name: /Clean Cookstoves of Kitui/ }).first()
  await name.evaluate((link) => {
    link.textContent = 'A cooperative of many villages '.repeat(8)
  })
  await page.setViewportSize({ width: 768, height: 800 })
  await expectNoSidewaysScroll(page)
})
