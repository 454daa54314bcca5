import type { Page } from 'playwright-core'

/** Opens a part of a form that is in steps on a phone. */
export async function openPart(page: Page, title: string): Promise<void> {
  await page.getByRole('combobox', { name: /^Step \d/ }).selectOption(title)
}
