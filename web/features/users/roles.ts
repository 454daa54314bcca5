import { type User, userRole } from '#shared/contract/users.ts'

/** The roles that an admin may give: none above the admin's own. */
export function rolesFor(isTenantAdmin: boolean): User['role'][] {
  return userRole.options.filter((role) => isTenantAdmin || role !== 'TenantAdmin')
}
