import { expect } from 'vitest'
import { paths } from '#shared/rules/paths.ts'
import { test } from './browser.ts'

test.for([
  ['en-GB', /\d{1,2}\s[A-Z][a-z]{2,3}\s\d{4}/],
  ['en-US', /[A-Z][a-z]{2}\s\d{1,2},\s\d{4}/],
] as const)(
  'a reader with the language %s finds dates as they are written there',
  async ([locale, written], { openPage }) => {
    const page = await openPage({ locale })
    await page.goto(paths.claims)
    const row = page.getByRole('row').nth(1)
    await row.waitFor()
    expect(await row.textContent()).toMatch(written)
  },
)
