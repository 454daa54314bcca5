import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, listOf, listQuery, units } from './fields.ts'
import { readingCalls } from './reading-calls.ts'

const holder = z.object({
  accountId: id,
  name: z.string(),
  units: units.describe('held by the account, locked ones counted'),
})
export type Holder = z.output<typeof holder>

export const listHolders = endpoint({
  ...readingCalls.listHolders,
  summary:
    'Who holds units of a project, the largest first: every account for tenant admins, their own for members, and for anybody how many do',
  query: z.strictObject({
    projectId: id,
    tenantId: id.optional(),
    limit: listQuery.limit,
    cursor: listQuery.cursor,
  }),
  reply: listOf(holder).extend({
    accounts: units.describe('how many accounts hold units of it, also those not listed'),
  }),
  failures: ['not_found', 'invalid'],
})
