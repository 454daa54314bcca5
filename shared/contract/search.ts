import { z } from 'zod'
import { limits } from '#shared/rules/limits.ts'
import { searchKinds } from '#shared/rules/search-kinds.ts'
import { endpoint } from './endpoint.ts'
import { forgiven, id, searchText, units } from './fields.ts'
import { readingCalls } from './reading-calls.ts'

const searchHit = z.object({
  kind: z.enum(searchKinds),
  id: z.string(),
  title: z.string().describe('a name; of a claim its number, of a transaction its type'),
  about: z.string().describe('a proponent, a beneficiary or a version; empty where there is none'),
  country: z.string().nullable(),
  quantity: units.nullable().describe('units issued for a project or retired by a claim'),
  path: z.string().describe('the screen of the web app'),
})
export type SearchHit = z.output<typeof searchHit>

const searchGroup = z.object({
  kind: z.enum(searchKinds),
  items: z.array(searchHit),
  nextCursor: z.string().nullable(),
})
export type SearchGroup = z.output<typeof searchGroup>

export const search = endpoint({
  ...readingCalls.search,
  summary:
    'Finds projects, claims, accounts, methodologies, movements and documents by names, codes, serial numbers and hashes; what is published, and what the caller may read besides',
  isSearch: true,
  query: z.strictObject({
    tenantId: id,
    q: searchText(limits.search, 1),
    kind: z.enum(searchKinds).optional().describe('finds this kind alone'),
    limit: z.coerce.number().int().min(1).max(limits.searchHits).optional().describe('of each kind; 5 unless given'),
    cursor: z.string().max(1_000).optional().describe('goes on in the kind that is named'),
  }),
  reply: z.object({
    groups: z.array(searchGroup).describe('one for each kind of which there is something'),
    corrected: z
      .string()
      .nullable()
      .describe('what was looked for instead, as nothing is spelt like `q`; null otherwise'),
    isSimilar: forgiven.isSimilar,
  }),
  failures: ['not_found', 'invalid'],
})
