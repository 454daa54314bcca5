import { z } from 'zod'
import { beneficiaryKinds } from '#shared/rules/claim.ts'
import { byLanguage, languages } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { unitsStates } from '#shared/rules/verdict.ts'
import { firstCalls } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { id, searchText, time, units } from './fields.ts'
import { readingCalls } from './reading-calls.ts'
import { projectTypeNames, registryWords } from './settings.ts'

/** `/config.json`: one build serves any tenant. */
export const siteConfig = z.object({
  tenantId: id,
  registryOwner: z.string(),
  words: z
    .object(byLanguage(languages, () => registryWords))
    .describe('what the registry calls itself and its units, in each language'),
  contactEmail: z.string(),
  accent: z.string(),
  enableMarketplace: z.boolean(),
  languageSelection: z.boolean(),
  limits: z.object({
    imageBytes: z.int(),
    documentBytes: z.int(),
    projectDocuments: z.int(),
    accountUsers: z.int(),
    periodMonths: z.int(),
  }),
  projectTypes: z.array(z.string()).describe('what a project of the registry may be'),
  projectTypeNames: projectTypeNames.describe(
    'what the registry calls those types in other languages; the usual types have their words in the texts',
  ),
  environment: z.string(),
  oidc: z.object({
    authority: z.string(),
    clientId: z.string(),
    groupsClaim: z.string(),
    groupsDelimiter: z.string().nullable(),
    logoutUrl: z.string().nullable(),
    idleMinutes: z.int().nullable().describe('after which an unused session ends; null where another provider decides'),
    isElsewhere: z.boolean().describe('people are invited, and groups given, at the identity provider'),
  }),
  imagesUrl: z.string(),
  documentsUrl: z.string(),
  claimsPdfUrl: z.string(),
  chainExplorerUrl: z.string().nullable(),
  sentryDsn: z.string().nullable(),
})
export type SiteConfig = z.output<typeof siteConfig>

export const reconciliationResult = z.object({
  at: time,
  sequence: z.int().describe('the last ledger sequence that was compared'),
  agreed: z.boolean(),
  assets: z.int(),
  mismatches: z.array(
    z.object({ assetId: z.string().nullable().describe('null when it is of no one asset'), message: z.string() }),
  ),
})

export const settlementProgress = z.object({ recorded: units, submitted: units, confirmed: units, parked: units })

export const readFigures = endpoint({
  ...firstCalls.readFigures,
  summary: 'The public figures of a registry: what is registered, issued, claimed and settled',
  query: z.strictObject({ tenantId: id }),
  reply: z.object({
    projects: units,
    issued: units,
    claimed: units,
    cancelled: units,
    claims: units,
    settlement: settlementProgress,
    reconciliation: reconciliationResult.nullable(),
    isOld: z
      .boolean()
      .describe('ledger and chain were not compared for a while, or a movement waits for the chain for too long'),
  }),
  failures: ['not_found'],
})

const foundItem = z.object({
  kind: z.enum(['project', 'claim', 'transaction', 'document', 'statement']),
  id: z.string(),
  title: z.string(),
  path: z.string(),
  at: time.nullable().describe('as of when a statement is'),
  isSuperseded: z.boolean().describe('a later version has replaced the certificate of this hash'),
})

export const foundSerial = z.object({
  serial: z.string().describe('the range that was asked for'),
  quantity: units.describe('how many units it spans; 0 where nothing is known under it'),
  parts: z.array(
    z.object({
      state: z.enum(unitsStates),
      first: units,
      last: units,
      quantity: units,
      claim: z
        .object({
          claimId: id,
          claimNumber: z.int(),
          beneficiary: z.string().describe('empty when the beneficiary is anonymous or was not named'),
          beneficiaryKind: z.enum(beneficiaryKinds),
          isImported: z.boolean(),
        })
        .nullable()
        .describe('that retired them; of held units nobody is told who holds them'),
    }),
  ),
})
export type FoundSerial = z.output<typeof foundSerial>

export const lookUp = endpoint({
  ...readingCalls.lookUp,
  summary:
    'Finds a project, a claim, a transaction, a document or a statement by serial number, claim or project number, verify code, id, address or hash, and says of serial numbers what their units are',
  isSearch: true,
  query: z.strictObject({ tenantId: id, q: searchText(limits.lookUp, 1) }),
  reply: z.object({ items: z.array(foundItem), serials: z.array(foundSerial) }),
  failures: ['not_found'],
})
