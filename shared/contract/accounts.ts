import { z } from 'zod'
import { accountRoles } from '#shared/rules/account-roles.ts'
import { languages } from '#shared/rules/languages.ts'
import { statesOf } from '#shared/rules/lifecycle/machine.ts'
import { accountCorrections, accountDecisions, accountMachine } from '#shared/rules/lifecycle/people.ts'
import { limits } from '#shared/rules/limits.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'
import {
  bytes,
  country,
  id,
  line,
  listOf,
  listQuery,
  organisationName,
  text,
  time,
  wasOf,
  webAddress,
} from './fields.ts'

export const accountKind = z.enum(['proponent', 'measurement provider', 'verification provider', 'buyer'])
export const accountStatus = z.enum(statesOf(accountMachine))

/** A brake of the account's own people, apart from its status. */
const accountStop = z.object({
  since: time,
  by: z.string().describe('who stopped it; of a stop by link, to whom the letter went'),
  isByLink: z.boolean(),
  reason: z.string().nullable(),
  mayLift: z.boolean().describe('whether the caller may lift it'),
})
export type AccountStop = z.output<typeof accountStop>

export const account = z.object({
  accountId: id,
  tenantId: id,
  name: z.string(),
  type: accountKind,
  country: z.string().nullable(),
  registrationNumber: z.string().nullable(),
  website: z.string().nullable(),
  status: accountStatus,
  statusReason: z.string().nullable(),
  createdAt: time,
  appliedAt: time.describe('when it registered or, after a refusal, last applied again'),
  acts: z.array(z.enum(accountCorrections)).describe('what the caller may do with its facts now'),
  stop: accountStop.nullable().describe('null unless units may not leave the account'),
  role: z.enum(accountRoles).optional().describe("the caller's recorded role in it; absent for members without one"),
  chainAddress: z
    .string()
    .describe("holds the account's units on the chain, where anybody sees how many; nobody has its private key"),
})
export type Account = z.output<typeof account>

export const provider = account.pick({ accountId: true, name: true, country: true })

export const readAccount = endpoint({
  ...firstCalls.readAccount,
  summary: "The caller's account; 404 while it has none",
  reply: account,
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})

/** An organisation's facts about itself; empty text counts as none. */
const facts = {
  name: organisationName,
  country,
  registrationNumber: line(limits.registrationNumber).optional(),
  website: z.union([z.literal(''), webAddress]).optional(),
}

export const createAccount = endpoint({
  name: 'createAccount',
  method: 'POST',
  path: '/api/account',
  summary: 'Registers the organisation of a caller who has no account; a tenant admin approves it',
  access: 'account.create',
  body: z.strictObject({ ...facts, type: accountKind }),
  reply: account,
  status: 201,
  failures: ['unauthenticated', 'already_registered', 'name_taken', 'conflict'],
})

export const updateAccount = endpoint({
  name: 'updateAccount',
  method: 'PATCH',
  path: '/api/account',
  summary: "Changes the listed facts of the caller's account, by its admins; a rejected account applies again with it",
  access: 'account.edit',
  body: z
    .strictObject(facts)
    .partial()
    .extend({ was: wasOf(facts) }),
  reply: account,
  failures: ['unauthenticated', 'forbidden', 'name_taken', 'conflict', 'changed_meanwhile', 'invalid'],
})

/** Null except for tenant admins: registration number, website, reason and stop. */
export const listedAccount = account.omit({ tenantId: true, role: true, chainAddress: true }).extend({
  isOwn: z.boolean().describe('whether the caller acts for it'),
  hasPeople: z.boolean().describe('whether anybody belongs to it'),
  canReceive: z.boolean().describe('whether units can be transferred to it now'),
  hasReceived: z.boolean().describe("whether the caller's account transferred to it among its last 500 transfers"),
  acts: z.array(z.enum(accountDecisions)).describe('what the caller may decide about it now'),
})
export type ListedAccount = z.output<typeof listedAccount>

export const listAccounts = endpoint({
  ...firstCalls.listAccounts,
  summary: 'The active accounts of the tenant, to transfer to; a tenant admin sees those in every state',
  query: z.strictObject({
    ...listQuery,
    status: accountStatus.optional(),
    type: accountKind.optional(),
    canReceive: z.enum(['true']).optional().describe('only accounts that units can be transferred to'),
  }),
  reply: listOf(listedAccount),
  failures: ['unauthenticated'],
})

export const decideAccount = endpoint({
  name: 'decideAccount',
  method: 'POST',
  path: '/api/accounts/:accountId/decision',
  summary: 'Approves, rejects, suspends or resumes an account',
  access: 'account.decide',
  params: z.strictObject({ accountId: id }),
  body: z.strictObject({
    act: z.enum(accountDecisions),
    reason: text(limits.message).optional(),
  }),
  reply: account,
  failures: ['unauthenticated', 'forbidden', 'own_work', 'not_found', 'conflict', 'invalid'],
})

export const letReceive = endpoint({
  name: 'letReceive',
  method: 'POST',
  path: '/api/accounts/:accountId/receiving',
  summary: 'Lets an account that nobody belongs to receive units, or no longer',
  access: 'account.decide',
  params: z.strictObject({ accountId: id }),
  body: z.strictObject({ mayReceive: z.boolean(), reason: text(limits.message, 1) }),
  reply: z.object({ accountId: id, mayReceive: z.boolean() }),
  failures: ['unauthenticated', 'forbidden', 'own_work', 'not_found', 'invalid'],
})

export const readLegacyCertificate = endpoint({
  name: 'readLegacyCertificate',
  method: 'GET',
  path: '/api/legacyCertificate',
  summary: "The account's lifetime statement as a PDF",
  access: 'account.statement',
  query: z.strictObject({
    language: z.enum(languages).optional(),
    statementId: id.optional().describe('one that was issued, as it was'),
  }),
  reply: bytes,
  file: 'application/pdf',
  failures: ['unauthenticated', 'not_found'],
})

/** An issued lifetime statement, reused while its content is unchanged. */
const statement = z.object({
  statementId: id,
  language: z.enum(languages),
  asOf: time,
  verifyCode: z.string(),
  sha256: z.string().describe('of the file'),
})
export type Statement = z.output<typeof statement>

export const listStatements = endpoint({
  name: 'listStatements',
  method: 'GET',
  path: '/api/account/statements',
  summary: "The account's lifetime statements that were issued, the newest first",
  access: 'account.statement',
  reply: z.object({ items: z.array(statement) }),
  failures: ['unauthenticated', 'not_found'],
})
