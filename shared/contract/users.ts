import { z } from 'zod'
import { accountRoles } from '#shared/rules/account-roles.ts'
import { languages } from '#shared/rules/languages.ts'
import { statesOf } from '#shared/rules/lifecycle/machine.ts'
import { userMachine } from '#shared/rules/lifecycle/people.ts'
import { limits } from '#shared/rules/limits.ts'
import { endpoint } from './endpoint.ts'
import { day, email, id, listOf, listQuery, personName, sortBy, time, units, username, wasOf } from './fields.ts'

export const userStatus = z.enum(statesOf(userMachine)).exclude(['DELETED'])
/** Of a token's groups: member or admin of an account, or tenant admin. */
export const groupRole = z.enum(['General', 'AccountAdmin', 'TenantAdmin'])
/** These and the roles that the registry itself records for members. */
export const userRole = z.enum([...groupRole.options, ...accountRoles])
export type UserRole = z.output<typeof userRole>

export const user = z.object({
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  status: userStatus,
  role: userRole,
  roleEndsOn: day.optional().describe('the last day of a viewer’s access, in UTC; absent without an end'),
  accountId: id.nullable(),
  account: z.string().nullable(),
  createdAt: time,
  isMailRefused: z.literal(true).optional().describe('The last letter to this address was refused for good.'),
  isSelf: z.boolean(),
  /** What the caller may do now. */
  acts: z.array(z.enum(['edit', 'resend', 'suspend', 'resume', 'delete', 'resetFactors'])),
})
export type User = z.output<typeof user>

export const listUsers = endpoint({
  name: 'listUsers',
  method: 'GET',
  path: '/api/accountAdmin/user/all',
  summary: 'The users of the account, for its admins; those of the tenant, for tenant admins',
  access: 'user.administer',
  query: z.strictObject({
    ...listQuery,
    status: userStatus.optional(),
    role: userRole.optional(),
    sort: sortBy('firstName', 'lastName', 'email', 'createdAt'),
  }),
  reply: listOf(user),
  failures: ['unauthenticated', 'forbidden'],
})

export const inviteUser = endpoint({
  name: 'inviteUser',
  method: 'POST',
  path: '/api/accountAdmin/user/invite',
  failureMessage: 'own',
  summary: 'Invites a person by e-mail; without a mail server the answer carries the link to pass on',
  access: 'user.administer',
  isSensitive: true,
  body: z.strictObject({
    firstName: personName,
    lastName: personName,
    email,
    role: groupRole.optional(),
    accountId: id
      .nullable()
      .optional()
      .describe(
        'for tenant admins, null for somebody who registers an organisation; an account admin invites to its own account',
      ),
    language: z.enum(languages).optional(),
  }),
  reply: user.extend({ invitationUrl: z.string().nullable() }),
  status: 201,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'email_taken', 'invalid', 'too_many_requests'],
})

const changeable = {
  firstName: personName,
  lastName: personName,
  role: userRole,
  roleEndsOn: day
    .nullable()
    .describe(`the last day of a viewer’s access to the account, in UTC, within ${limits.roleDays} days; null: no end`),
  status: z.enum(['ACTIVE', 'SUSPENDED']),
}

export const updateUser = endpoint({
  name: 'updateUser',
  method: 'PATCH',
  path: '/api/accountAdmin/user',
  failureMessage: 'own',
  summary: "Changes a user's names, role or status (SUSPENDED, ACTIVE)",
  access: 'user.administer',
  isSensitive: true,
  body: z.strictObject({
    username,
    ...z.strictObject(changeable).partial().shape,
    was: wasOf(changeable),
  }),
  reply: user,
  failures: [
    'unauthenticated',
    'forbidden',
    'oneself',
    'not_found',
    'conflict',
    'changed_meanwhile',
    'last_admin',
    'invalid',
  ],
})

export const deleteUser = endpoint({
  name: 'deleteUser',
  method: 'DELETE',
  path: '/api/accountAdmin/user',
  failureMessage: 'own',
  summary: 'Deletes a user; a username in the body must be the one in the query',
  access: 'user.administer',
  isSensitive: true,
  query: z.strictObject({ username }),
  body: z.strictObject({ username: username.optional() }).optional(),
  reply: z.object({ message: z.string() }),
  failures: ['unauthenticated', 'forbidden', 'oneself', 'not_found', 'conflict', 'last_admin', 'invalid'],
})

export const resendInvitation = endpoint({
  name: 'resendInvitation',
  method: 'POST',
  path: '/api/accountAdmin/user/resend',
  failureMessage: 'own',
  summary: 'Sends an invitation again; the earlier link stops working',
  access: 'user.administer',
  isSensitive: true,
  body: z.strictObject({ username }),
  reply: user.extend({ invitationUrl: z.string().nullable() }),
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'too_many_requests'],
})

export const endUserSessions = endpoint({
  name: 'endUserSessions',
  method: 'POST',
  path: '/api/accountAdmin/user/end-sessions',
  failureMessage: 'own',
  summary: 'Ends all sessions of a user, whose access tokens stop at once; the user may sign in again',
  access: 'tenant.administer',
  body: z.strictObject({ username }),
  reply: user.extend({ ended: units }),
  failures: ['unauthenticated', 'forbidden', 'oneself', 'not_found', 'conflict'],
})

export const resetFactors = endpoint({
  name: 'resetFactors',
  method: 'POST',
  path: '/api/accountAdmin/user/reset-factors',
  failureMessage: 'own',
  summary: "Removes a user's second factors and recovery codes: the password alone signs in",
  access: 'tenant.administer',
  isSensitive: true,
  body: z.strictObject({ username }),
  reply: user,
  failures: ['unauthenticated', 'forbidden', 'oneself', 'not_found', 'conflict'],
})
