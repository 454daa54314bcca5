import { z } from 'zod'
import { limits } from '#shared/rules/limits.ts'
import { endpoint } from './endpoint.ts'
import { id, listOf, listQuery, searchText, text, units } from './fields.ts'
import { readingCalls } from './reading-calls.ts'

/** The start of an organisation's name in a claim. */
export const spelling = searchText(limits.spelling, 1)

const retiredFor = { name: z.string(), claims: units, units }

const beneficiary = z.object({
  ...retiredFor,
  spellings: z.array(z.object(retiredFor)).describe('as claims have them, those of most units first, at most 50'),
})
export type Beneficiary = z.output<typeof beneficiary>

export const listBeneficiaries = endpoint({
  name: 'listBeneficiaries',
  method: 'GET',
  path: '/api/registry/beneficiaries',
  summary:
    "The organisations for which units of the caller's registry were retired, with the spellings that are one name, those of most units first",
  access: 'tenant.administer',
  isSearch: true,
  query: z.strictObject({ q: listQuery.q, limit: listQuery.limit }),
  reply: listOf(beneficiary),
  failures: ['unauthenticated', 'forbidden'],
})

export const readBeneficiary = endpoint({
  ...readingCalls.readBeneficiary,
  summary: 'What was retired for one organisation, in all spellings that are one with this one, for anybody',
  query: z.strictObject({ tenantId: id, beneficiary: spelling }),
  reply: beneficiary.extend({
    years: z.array(z.object({ year: z.int(), claims: units, units })).describe('of the claims, newest first'),
  }),
  failures: ['not_found'],
})

const decision = { name: spelling, reason: text(limits.message, 1) }

export const joinBeneficiaries = endpoint({
  name: 'joinBeneficiaries',
  method: 'POST',
  path: '/api/registry/beneficiaries/join',
  summary: 'Makes two beneficiaries one, each with all of its spellings; claims keep theirs',
  access: 'tenant.administer',
  body: z.strictObject({ ...decision, into: spelling }),
  reply: beneficiary,
  failures: ['unauthenticated', 'forbidden', 'conflict', 'invalid'],
})

export const partBeneficiary = endpoint({
  name: 'partBeneficiary',
  method: 'POST',
  path: '/api/registry/beneficiaries/part',
  summary: 'Makes one spelling of a beneficiary a beneficiary of its own',
  access: 'tenant.administer',
  body: z.strictObject(decision),
  reply: beneficiary,
  failures: ['unauthenticated', 'forbidden', 'conflict', 'invalid'],
})
