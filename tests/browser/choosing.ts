import type { Locator, Page } from 'playwright-core'

export async function choose(within: Page | Locator, label: string, name: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).fill(name)
  await within.getByRole('option', { name }).first().click()
}
