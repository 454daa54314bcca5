import type { Page } from 'playwright-core'
import { inject } from 'vitest'

/** Goes to the provider's own page by the button of that name. */
export async function openSignIn(page: Page, button: string): Promise<void> {
  if (!page.url().startsWith(inject('baseUrl'))) await page.goto('/')
  await page.getByRole('button', { name: button }).first().click()
  await page.waitForURL(/\/identity\/interaction\//)
}

/** Fills in the provider's form and sends it. */
export async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await page.locator('main button').click()
}

/** Signs one of the sandbox's people in; `button` and `menu` are worded in the page's language. */
export async function signInAs(page: Page, role: string, button = 'Sign In', menu = 'My account'): Promise<void> {
  await openSignIn(page, button)
  await fillIn(page, `${role}@registry.test`, inject('embeddedWorld').password)
  await page.getByRole('button', { name: menu }).waitFor()
}
