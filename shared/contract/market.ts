import { z } from 'zod'
import { limits } from '#shared/rules/limits.ts'
import { currencies, offerKinds } from '#shared/rules/offer.ts'
import { endpoint } from './endpoint.ts'
import { date, day, email, id, listOf, listQuery, quantity, text, time, units } from './fields.ts'
import { projectSummary } from './projects.ts'

export const marketProject = projectSummary.extend({
  balance: units.describe('how many units can be had now'),
  sortPrice: z.int().describe('the price of one unit in hundredths of the currency'),
  addDate: time.describe('when it was offered'),
  verified: z.boolean().describe('the outcome is verified'),
  nfsw: z.boolean().describe('the holder says that it is not for every reader'),
  lazyMinted: z.boolean().describe('the outcome is verified, and its units are not issued yet'),
  offer: z.object({
    offerId: id,
    accountId: id,
    holder: z.string(),
    currency: z.enum(currencies),
    note: z.string(),
    endsOn: date,
    contact: z.string().describe('an e-mail address'),
    mayWithdraw: z.boolean(),
  }),
})
export type MarketProject = z.output<typeof marketProject>

export const listMarketProjects = endpoint({
  name: 'listMarketProjects',
  method: 'GET',
  path: '/api/projects/market',
  summary: 'The projects of which units are offered, an item for each offer; 404 while the market is off',
  access: 'market.read',
  query: z.strictObject({ tenantId: id, ...listQuery }),
  reply: listOf(marketProject),
  failures: ['unauthenticated', 'not_found'],
})

export const marketBalance = z.object({
  assetId: id,
  projectId: id,
  projectKey: z.string(),
  projectName: z.string(),
  vintage: z.string(),
  balance: units,
})
export type MarketBalance = z.output<typeof marketBalance>

export const listMarketBalances = endpoint({
  name: 'listMarketBalances',
  method: 'GET',
  path: '/api/wallet/balances/market',
  summary: 'Units held in the tenant, by asset; 404 while the market is off',
  access: 'market.read',
  query: z.strictObject({ ...listQuery }),
  reply: listOf(marketBalance),
  failures: ['unauthenticated', 'not_found'],
})

export const makeOffer = endpoint({
  name: 'makeOffer',
  method: 'POST',
  path: '/api/market/offer',
  summary:
    "Offers units that the caller's account holds, units of its projects that are verified and not yet issued, or what it expects of them; nothing is paid or moved",
  access: 'market.offer',
  body: z.strictObject({
    kind: z.enum(offerKinds),
    subjectId: id.describe('of issued units the asset, of verified ones the verification, else the project'),
    quantity,
    price: z
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(limits.price)
      .describe('of one unit, in hundredths of the currency'),
    currency: z.enum(currencies),
    note: text(limits.message),
    endsOn: day,
    contact: email,
    nfsw: z.boolean(),
  }),
  reply: marketProject,
  status: 201,
  failures: ['unauthenticated', 'forbidden', 'not_found', 'invalid', 'insufficient_balance', 'account_not_active'],
})

export const withdrawOffer = endpoint({
  name: 'withdrawOffer',
  method: 'POST',
  path: '/api/market/offer/:offerId/withdraw',
  summary: 'Takes an offer out of the market',
  access: 'market.offer',
  params: z.strictObject({ offerId: id }),
  reply: z.object({ offerId: id }),
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})
