import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublishedIn } from '#server/infra/db/published.ts'
import { accountKind, accountStatus } from '#shared/contract/accounts.ts'
import { transactionType } from '#shared/contract/transactions.ts'
import { beneficiaryKinds } from '#shared/rules/claim.ts'
import { languages, translations } from '#shared/rules/languages.ts'
import { measurementMachine } from '#shared/rules/lifecycle/measurement.ts'
import { methodologyMachine } from '#shared/rules/lifecycle/methodology.ts'
import { userMachine } from '#shared/rules/lifecycle/people.ts'
import { projectMachine, publishedStatuses } from '#shared/rules/lifecycle/project.ts'
import { settlementStates } from '#shared/rules/lifecycle/settlement.ts'
import { findingMachine, findingTypes, verificationMachine } from '#shared/rules/lifecycle/verification.ts'
import { offerKinds } from '#shared/rules/offer.ts'
import { overlapVerdicts } from '#shared/rules/overlap.ts'
import { projectFacts } from '#shared/rules/project-facts.ts'
import { components, incidentStates } from '#shared/rules/service-status.ts'
import { aDatabase } from '#tests/kit/database.ts'

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
})
afterAll(() => database.drop())

/** The schema cannot import TypeScript's lists. */
test.each<[table: string, column: string, list: readonly string[]]>([
  ['account', 'kind', accountKind.options],
  ['account', 'status', accountStatus.options],
  ['app_user', 'language', languages],
  ['app_user', 'status', Object.keys(userMachine)],
  ['certificate', 'language', languages],
  ['claim', 'beneficiary_kind', beneficiaryKinds],
  ['finding', 'status', Object.keys(findingMachine)],
  ['finding', 'type', findingTypes],
  ['identity.person', 'language', languages],
  ['identity.registration', 'language', languages],
  ['incident', 'affected', components],
  ['incident', 'state', incidentStates],
  ['incident_update', 'state', incidentStates],
  ['measurement', 'status', Object.keys(measurementMachine)],
  ['methodology', 'status', Object.keys(methodologyMachine)],
  ['offer', 'kind', offerKinds],
  ['overlap_decision', 'verdict', overlapVerdicts],
  ['project', 'status', Object.keys(projectMachine)],
  ['settlement', 'state', settlementStates],
  ['tenant_text', 'language', translations],
  ['transaction', 'type', transactionType.options],
  ['verification', 'status', Object.keys(verificationMachine)],
  ...projectFacts.flatMap((fact): [string, string, string[]][] =>
    fact.kind === 'choice' ? [['project', fact.column, Object.keys(fact.of)]] : [],
  ),
])('%s.%s accepts what the rules know', async (table, column, list) => {
  const checks = await database.sql<{ says: string }[]>`
    select pg_get_constraintdef(c.oid) as says from pg_constraint c
    join pg_attribute a on (a.attrelid = c.conrelid and c.conkey = array[a.attnum]) or a.atttypid = c.contypid
    where c.contype = 'c' and a.attrelid = ${table}::regclass and a.attname = ${column}`
  const stated = checks.map(({ says }) => quotedIn(says).sort())
  expect(stated).toContainEqual([...list].sort())
})

test('SQL and the index of published projects mean the statuses that visitors may see', async () => {
  const { sql } = database
  const all = Object.keys(projectMachine)
  const found = await sql<{ status: string }[]>`
    select status from unnest(${all}::text[]) as p (status) where ${isPublishedIn(sql, sql`p.status`)}`
  expect(found.map(({ status }) => status).sort()).toEqual([...publishedStatuses].sort())
  const indexes = await sql<{ says: string }[]>`
    select pg_get_expr(indpred, indrelid) as says from pg_index where indrelid = 'project'::regclass and indpred is not null`
  expect(indexes.map(({ says }) => quotedIn(says).sort())).toContainEqual([...publishedStatuses].sort())
})

/** Literals as PostgreSQL prints them: `'en'::text`. */
function quotedIn(expression: string): string[] {
  return [...expression.matchAll(/'([^']*)'::text/g)].map(([, text]) => text ?? '')
}
