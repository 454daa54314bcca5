import type { Locator, Page } from 'playwright-core'

/** Finds a choice of a combobox by typing its name, and takes it. */
export async function choose(within: Page | Locator, label: string, name: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).fill(name)
  await within.getByRole('option', { name }).first().click()
}
