import type { Page } from 'playwright-core'
import { fillIn } from '#tests/browser/signed-in.ts'
import { tenant } from '#tests/browser/tenant-command.ts'
import { world } from '#tests/browser/world.ts'

const password = 'saba kasa wa kijani'

/** An empty registry with its own host. */
export async function emptyRegistry(): Promise<{ tenantId: string; site: string }> {
  const tenantId = `coast-${crypto.randomUUID().slice(0, 8)}`
  const host = `${tenantId}.localhost`
  const words = ['--name', 'Registry of the Coast', '--asset-name', 'Blue Unit', '--asset-name-plural', 'Blue Units']
  await tenant('create', tenantId, ...words, '--add-host', host)
  return { tenantId, site: world.baseUrl.replace('localhost', host) }
}

export async function signInFirstAdmin(page: Page, tenantId: string): Promise<void> {
  const email = `${crypto.randomUUID()}@registry.test`
  const person = ['--first-name', 'Zuhura', '--last-name', 'Said', '--language', 'en']
  const printed = await tenant('invite', tenantId, email, ...person)
  await page.goto(/http:\S+/.exec(printed)?.[0] ?? '')
  await page.locator('#password').fill(password)
  await page.locator('#repeat').fill(password)
  await page.locator('main button').click()
  await page.getByRole('link', { name: /^Go to/ }).click()
  await page.getByRole('button', { name: 'Sign In' }).first().click()
  await page.waitForURL(/\/identity\/interaction\//)
  await fillIn(page, email, password)
  await page.getByRole('button', { name: 'My account' }).waitFor()
}
