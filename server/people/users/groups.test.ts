import { expect, test } from 'vitest'
import { accountsNamed, groupsOfRole, roleIn, withoutAccount, withRole } from './groups.ts'

const place = { tenantId: 't', accountId: 'a' }

test.each([
  ['General', ['t|a|General']],
  ['AccountAdmin', ['t|a|General', 't|a|AccountAdmin']],
  ['TenantAdmin', ['t|a|General', 't|a|AccountAdmin', 't|TenantAdmin']],
] as const)('%s in an account and back', (role, groups) => {
  expect(groupsOfRole(place, role)).toEqual(groups)
  expect(roleIn(groups, place)).toBe(role)
})

test('a tenant admin without an account is in the group of the tenant only', () => {
  expect(groupsOfRole({ tenantId: 't', accountId: null }, 'TenantAdmin')).toEqual(['t|TenantAdmin'])
})

test('another role here leaves what somebody is elsewhere', () => {
  const groups = ['t|a|General', 't|a|AccountAdmin', 't|b|General', 't|TenantAdmin']
  expect(withRole(groups, place, 'General')).toEqual(['t|a|General', 't|b|General'])
})

test('another role in a later account leaves the first account the first', () => {
  const groups = ['t|TenantAdmin', 't|b|General', 't|a|General', 't|c|General']
  const changed = withRole(groups, place, 'AccountAdmin')
  expect(changed).toEqual(['t|b|General', 't|a|General', 't|a|AccountAdmin', 't|c|General'])
  expect(accountsNamed(changed, 't')).toEqual(['b', 'a', 'c'])
  expect(accountsNamed(withoutAccount(changed, 'a'), 't')).toEqual(['b', 'c'])
})

test('the admin of another account or tenant is no admin here', () => {
  expect(roleIn(['t|b|AccountAdmin', 'u|a|AccountAdmin', 'u|TenantAdmin', 't|a|General'], place)).toBe('General')
})
