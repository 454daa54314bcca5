import type { Call } from './calls.ts'

// Calls of members' first pages, without schemas; apart from `firstCalls`, as the front page must not load them.

export const listPendingCall = {
  name: 'listPending',
  method: 'GET',
  path: '/api/wallet/pending',
  access: 'wallet.read',
} as const satisfies Call

export const listRecipientRequestsCall = {
  name: 'listRecipientRequests',
  method: 'GET',
  path: '/api/account/recipients/requests',
  access: 'units.move',
} as const satisfies Call

export const readOwnAccountsCall = {
  name: 'readOwnAccounts',
  method: 'GET',
  path: '/api/user/accounts',
  access: 'preference.change',
} as const satisfies Call
