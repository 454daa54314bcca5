import { describe, expect } from 'vitest'
import { paths } from '#shared/rules/paths.ts'
import { changeStored, storedUser } from '#tests/browser/signed-in.ts'
import { test } from './people.ts'
import { open, profileLinks } from './screens.ts'

describe('6. Roles and permissions: in the browser', () => {
  test('236 the browser’s own look at the token reveals the link to the administration of users', async ({ as }) => {
    const page = await as('buyer')
    await open(page, paths.contact)
    expect(await profileLinks(page)).not.toContain('User Admin')
    const profile = (await storedUser(page))?.profile
    const groups = [...(profile?.groups ?? []), 'sample|TenantAdmin']
    await changeStored(page, { profile: { ...profile, groups } })
    await open(page, paths.contact)
    expect(await profileLinks(page)).toContain('User Admin')
  })
})
