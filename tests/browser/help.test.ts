import { expect } from 'vitest'
import { listClaims } from '#shared/contract/claims.ts'
import { accessibilityPath, claimPath, paths } from '#shared/rules/paths.ts'
import { callerAt } from '#tests/kit/person.ts'
import { expectGood, test } from './browser.ts'
import { world } from './world.ts'

test('a visitor reads what a word means without losing the place, and the shortcuts by "?"', async ({ page }) => {
  const visitor = callerAt(world.baseUrl, null)
  const [claim] = (await visitor.call(listClaims, { query: { tenantId: 'sample' } })).items
  await page.goto(claimPath(claim?.claimId ?? ''))
  const word = page.getByRole('button', { name: 'Settlement', exact: true })
  await word.focus()
  const sentence = page.getByRole('tooltip')
  await sentence.getByText('Sending a movement to the chain').waitFor()
  await expectGood(page)
  await page.keyboard.press('Tab')
  await sentence.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('See the public record')

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await expectGood(page)
  await page.keyboard.press('Escape')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('See the public record')
})

test('each page leads to the statement of accessibility', async ({ page }) => {
  await page.goto(paths.claims)
  await page.getByRole('link', { name: 'Accessibility' }).click()
  await page.getByRole('heading', { name: 'Accessibility', level: 1 }).waitFor()
  expect(page.url()).toBe(`${world.baseUrl}${accessibilityPath}`)
})
