import type { Call } from './calls.ts'

/** Apart from other calls: the dashboard makes it, and the front page must not load it. */
export const listPendingCall = {
  name: 'listPending',
  method: 'GET',
  path: '/api/wallet/pending',
  access: 'wallet.read',
} as const satisfies Call

/** Likewise. */
export const listRecipientRequestsCall = {
  name: 'listRecipientRequests',
  method: 'GET',
  path: '/api/account/recipients/requests',
  access: 'units.move',
} as const satisfies Call
