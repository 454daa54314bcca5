import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, time } from './fields.ts'
import { readOwnAccountsCall } from './member-calls.ts'
import { groupRole, userRole } from './users.ts'

/** An account to which the caller belongs. */
const ownAccount = z.object({
  accountId: id,
  name: z.string(),
  role: userRole.exclude(['TenantAdmin']),
  roleEndsOn: day.optional().describe('the last day of a viewer’s access, in UTC; absent without an end'),
  isFirst: z.boolean().describe('whether calls act for this account that name none in the header Registry-Account'),
})
export type OwnAccount = z.output<typeof ownAccount>

const accountInvitation = z.object({
  invitationId: z.string(),
  accountId: id,
  account: z.string(),
  role: groupRole.exclude(['TenantAdmin']),
  invitedAt: time,
})
export type AccountInvitation = z.output<typeof accountInvitation>

const ownAccounts = z.object({ accounts: z.array(ownAccount), invitations: z.array(accountInvitation) })
export type OwnAccounts = z.output<typeof ownAccounts>

const ofInvitation = z.strictObject({ invitationId: z.string().max(64) })

export const readOwnAccounts = endpoint({
  ...readOwnAccountsCall,
  summary: 'The accounts to which the caller belongs, and invitations to further ones',
  reply: ownAccounts,
  failures: ['unauthenticated'],
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/api/user/invitations/:invitationId/accept',
  failureMessage: 'own',
  summary: 'Makes the caller a member of an account that invited the caller’s e-mail address',
  description: 'Tokens name the account after their next renewal.',
  access: 'preference.change',
  params: ofInvitation,
  reply: ownAccounts,
  failures: ['unauthenticated', 'not_found', 'conflict'],
})

export const declineInvitation = endpoint({
  name: 'declineInvitation',
  method: 'POST',
  path: '/api/user/invitations/:invitationId/decline',
  failureMessage: 'own',
  summary: 'Refuses an invitation to an account; the admins of the account see that',
  access: 'preference.change',
  params: ofInvitation,
  reply: ownAccounts,
  failures: ['unauthenticated', 'not_found'],
})

export const leaveAccount = endpoint({
  name: 'leaveAccount',
  method: 'POST',
  path: '/api/user/accounts/:accountId/leave',
  failureMessage: 'own',
  summary: 'Ends the caller’s membership in an account, of several',
  access: 'preference.change',
  params: z.strictObject({ accountId: id }),
  reply: ownAccounts,
  failures: ['unauthenticated', 'not_found', 'conflict', 'last_admin'],
})
