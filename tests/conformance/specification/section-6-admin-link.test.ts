import { describe, expect } from 'vitest'
import { paths } from '#shared/rules/paths.ts'
import { test } from '../../e2e/browser.ts'
import { storeSignIn } from './sign-ins.ts'

describe('6. Roles and permissions: in the browser', () => {
  test('236 the browser’s own look at the token reveals the link to the administration of users', async ({ page }) => {
    const profileLinks = async () => {
      await page.goto(paths.contact)
      await page.getByRole('button', { name: 'My account' }).click()
      await page.getByRole('link', { name: 'My Profile' }).waitFor()
      return page.getByRole('link', { name: 'User Admin' }).count()
    }
    await storeSignIn(page, 'buyer')
    expect(await profileLinks()).toBe(0)
    await storeSignIn(page, 'buyer', ({ profile }) => ({
      profile: { ...profile, groups: [...profile.groups, 'sample|TenantAdmin'] },
    }))
    expect(await profileLinks()).toBe(1)
  })
})
