import type { Locator, Page } from 'playwright-core'

export async function choose(within: Page | Locator, label: string, name: string): Promise<void> {
  await within.getByRole('combobox', { name: label }).fill(name)
  await within.getByRole('option', { name }).first().click()
}

/** As the submission of a draft asks for its country. */
export async function stateCountry(page: Page, country = 'Kenya'): Promise<void> {
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'Country' }).click()
  await page.getByRole('combobox', { name: 'Country' }).selectOption({ label: country })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The project has been saved.').waitFor()
}
