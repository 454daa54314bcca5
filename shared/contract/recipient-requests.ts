import { z } from 'zod'
import { limits } from '#shared/rules/limits.ts'
import { recipientDecisions, recipientOutcomes } from '#shared/rules/recipient-request.ts'
import { endpoint } from './endpoint.ts'
import { id, text, time } from './fields.ts'
import { listRecipientRequestsCall } from './member-calls.ts'

/** A recipient that waits for a second person before it is on the list. */
export const recipientRequest = z.object({
  requestId: id,
  accountId: id.describe('of the recipient'),
  name: z.string(),
  askedBy: z.string(),
  askedAt: time,
  endsAt: time.describe('when the request expires'),
  outcome: z.enum(recipientOutcomes).nullable().describe('null while the request waits'),
  decisions: z.array(z.enum(recipientDecisions)).describe('open to the caller'),
})
export type RecipientRequest = z.output<typeof recipientRequest>

export const listRecipientRequests = endpoint({
  ...listRecipientRequestsCall,
  summary: "Recipients that wait for a second person of the caller's account, the oldest first",
  limitedAct: 'account.read',
  reply: z.object({ items: z.array(recipientRequest) }),
  failures: ['unauthenticated', 'forbidden'],
})

export const decideRecipient = endpoint({
  name: 'decideRecipient',
  method: 'POST',
  path: '/api/account/recipients/requests/:requestId/decision',
  summary: 'Confirms, refuses or takes back a recipient that waits; once confirmed it is on the list, new for 24 hours',
  access: 'units.move',
  limitedAct: 'units.decide',
  isSensitive: true,
  params: z.strictObject({ requestId: id }),
  body: z
    .strictObject({
      decision: z.enum(recipientDecisions),
      reason: text(limits.message).optional().describe('required to refuse'),
    })
    .refine(({ decision, reason }) => decision !== 'refuse' || Boolean(reason), {
      path: ['reason'],
      error: 'say why',
      params: { reason: 'ui.invalid.required' },
    }),
  reply: recipientRequest,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'conflict', 'own_work', 'invalid'],
})
