import { z } from 'zod'
import { beneficiaryKinds, purposes } from '#shared/rules/claim.ts'
import { languages } from '#shared/rules/languages.ts'
import { endpoint } from './endpoint.ts'
import { type Column, heads } from './export.ts'
import { accountRead, bytes, country, date, time, units, year } from './fields.ts'

/** What an account retired of one batch by one claim. Texts are empty where nothing is stated. */
const disclosedRow = z.object({
  claimNumber: z.int(),
  claimedAt: time,
  beneficiary: z.string(),
  beneficiaryKind: z.enum(beneficiaryKinds),
  purpose: z.enum(purposes),
  periodStart: date.nullable(),
  periodEnd: date.nullable(),
  registry: z.string(),
  project: z.string(),
  projectNumber: z.int(),
  proponent: z.string(),
  type: z.string(),
  mitigation: z.enum(['reduction', 'removal', 'both']).nullable(),
  standard: z.string(),
  methodology: z.string(),
  country: country.nullable(),
  location: z.string(),
  verifier: z.string().describe('the independent third party'),
  vintage: z.string(),
  quantity: units,
  serials: z.string().describe('the first range of serial numbers'),
  rangeCount: z.int(),
  claimAddress: z.string(),
  projectAddress: z.string(),
})
export type DisclosedRow = z.output<typeof disclosedRow>

/** By what the retired units of a year are summed. */
export const disclosedParts = [
  'project',
  'vintage',
  'type',
  'mitigation',
  'standard',
  'country',
  'purpose',
  'beneficiary',
] as const
export type DisclosedPart = (typeof disclosedParts)[number]

const sum = z.object({
  part: z.enum(disclosedParts),
  value: z
    .string()
    .describe(
      'empty where nothing is stated; a code for mitigation, country and purpose; number and name of a project',
    ),
  units,
})
export type DisclosedSum = z.output<typeof sum>

export const readDisclosure = endpoint({
  name: 'readDisclosure',
  method: 'GET',
  path: '/api/account/disclosure',
  summary: "The units that the caller's account retired in a year (UTC), summed as disclosure rules ask",
  access: 'account.statement',
  byLink: true,
  query: z.strictObject({
    year: year.optional().describe('by default the last one with retirements'),
    accountId: accountRead,
  }),
  reply: z.object({
    year: z.string().nullable().describe('null where the account has retired nothing'),
    years: z
      .array(z.object({ year: z.string(), units, claims: z.int() }))
      .describe('with retirements, the newest first'),
    units,
    sums: z.array(sum).describe('each part sums to all units of the year'),
  }),
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})

const named = (
  name: keyof DisclosedRow,
  label: Column<DisclosedRow>['label'],
  words?: string,
): Column<DisclosedRow> => ({
  name,
  label,
  of: (row) => row[name],
  ...(words !== undefined && { words }),
})

export const disclosedColumns: readonly Column<DisclosedRow>[] = [
  named('claimNumber', 'columns.disclosed.claimNumber'),
  named('claimedAt', 'columns.disclosed.claimedAt'),
  named('beneficiary', 'columns.disclosed.beneficiary'),
  named('purpose', 'columns.disclosed.purpose', 'certificate.purposes'),
  named('periodStart', 'columns.disclosed.periodStart'),
  named('periodEnd', 'columns.disclosed.periodEnd'),
  named('registry', 'columns.disclosed.registry'),
  named('project', 'columns.disclosed.project'),
  named('projectNumber', 'columns.disclosed.projectNumber'),
  named('proponent', 'columns.disclosed.proponent'),
  named('type', 'columns.disclosed.type'),
  named('mitigation', 'columns.disclosed.mitigation', 'projects.mitigations'),
  named('standard', 'columns.disclosed.standard'),
  named('methodology', 'columns.disclosed.methodology'),
  named('country', 'columns.disclosed.country', 'country'),
  named('location', 'columns.disclosed.location'),
  named('verifier', 'columns.disclosed.verifier'),
  named('vintage', 'columns.disclosed.vintage'),
  named('quantity', 'columns.disclosed.quantity'),
  named('serials', 'columns.disclosed.serials'),
  named('rangeCount', 'columns.disclosed.rangeCount'),
  named('claimAddress', 'columns.disclosed.claimAddress'),
  named('projectAddress', 'columns.disclosed.projectAddress'),
  { name: 'asOf', label: 'columns.asOf', of: (_, asOf) => asOf.toISOString() },
]

export const exportDisclosure = endpoint({
  name: 'exportDisclosure',
  method: 'GET',
  path: '/api/account/disclosure.csv',
  summary: "What the caller's account retired in a year (UTC), a line for each claim and batch, as CSV",
  description: `A failure on the way cuts the connection before the end of the answer. The columns: ${disclosedColumns.map(({ name }) => `\`${name}\``).join(', ')}.`,
  access: 'account.statement',
  byLink: true,
  query: z.strictObject({ year, heads, accountId: accountRead }),
  reply: bytes,
  file: 'text/csv; charset=utf-8',
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export const readDisclosureWorkbook = endpoint({
  name: 'readDisclosureWorkbook',
  method: 'GET',
  path: '/api/account/disclosure.xlsx',
  summary: 'The same as a workbook, with sums and with what ESRS E1-7 and California’s section 44475.1 ask',
  access: 'account.statement',
  byLink: true,
  query: z.strictObject({ year, language: z.enum(languages).optional(), accountId: accountRead }),
  reply: bytes,
  file: workbookType,
  failures: ['unauthenticated', 'forbidden', 'not_found'],
})
