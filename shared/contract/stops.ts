import { z } from 'zod'
import { stopLinkDays } from '#shared/rules/account-stop.ts'
import { limits } from '#shared/rules/limits.ts'
import { account } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { id, text, time } from './fields.ts'

export const stopAccount = endpoint({
  name: 'stopAccount',
  method: 'POST',
  path: '/api/account/stop',
  summary: "Stops every movement of units out of the caller's account, until the stop is lifted",
  description: 'Issuances and transfers still arrive. Of an account that is stopped already, the answer is the same.',
  access: 'units.move',
  limitedAct: 'account.stop',
  repeats: 'harmless',
  body: z.strictObject({ reason: text(limits.message).optional() }),
  reply: account,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'invalid'],
})

export const stopByLink = endpoint({
  name: 'stopByLink',
  method: 'POST',
  path: '/api/account/stop-by-link',
  summary: `The same by the link of a letter to one of the account's people, without signing in, within ${stopLinkDays} days`,
  access: 'registry.read',
  repeats: 'harmless',
  body: z.strictObject({ token: z.string().max(limits.lookUp).describe('what follows # in the link') }),
  reply: z.object({ account: z.string(), since: time }),
  failures: ['not_found', 'forbidden', 'invalid'],
})

export const liftStop = endpoint({
  name: 'liftStop',
  method: 'POST',
  path: '/api/accounts/:accountId/stop/lift',
  summary:
    'Lets units leave a stopped account again: by another admin of the account than who stopped it, or by an admin of the registry',
  access: 'account.liftStop',
  isSensitive: true,
  params: z.strictObject({ accountId: id }),
  body: z.strictObject({ reason: text(limits.message, 1) }),
  reply: account,
  failures: ['unauthenticated', 'forbidden', 'own_work', 'not_found', 'conflict', 'invalid'],
})
