import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, listOf, listQuery, units } from './fields.ts'
import { projectSummary } from './projects.ts'

export const marketProject = projectSummary.extend({ balance: units })
export type MarketProject = z.output<typeof marketProject>

export const listMarketProjects = endpoint({
  name: 'listMarketProjects',
  method: 'GET',
  path: '/api/projects/market',
  summary: 'The projects of which units are held and could be offered; 404 while the market is off',
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
