import { beforeEach, expect, test } from 'vitest'
import { identifier } from '#server/infra/db/database.ts'
import { connectMail } from '#server/infra/mail/mail.ts'
import { deliverNotices } from '#server/people/notices/postman.ts'
import { takesKey } from '#shared/contract/calls.ts'
import { listMethodologies, proposeMethodology } from '#shared/contract/methodologies.ts'
import { assignTask } from '#shared/contract/tasks.ts'
import { groupName } from '#shared/rules/groups.ts'
import { limits } from '#shared/rules/limits.ts'
import { rows } from '#tests/conformance/cells.ts'
import { type Side, sideOf } from '#tests/conformance/sides.ts'
import { answerTo } from '#tests/conformance/trying.ts'
import { aDocument, aDraftProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Person } from '#tests/kit/person.ts'
import { startPostBox } from '#tests/kit/post-box.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { ownWorld } from '#tests/kit/world.ts'

ownWorld()

let tenant: TenantOfTest
/** Of an unapproved account. */
let stranger: Person
beforeEach(async () => {
  tenant = await aTenant()
  const { world, tenant: own } = tenant
  await world.sql`
    insert into account (tenant_id, id, name, kind, country, status)
    values (${own.id}, 'stranger', 'Your session ended', 'measurement provider', 'KE', 'pending')`
  const groups = (['General', 'AccountAdmin'] as const).map((role) =>
    groupName({ tenantId: own.id, accountId: 'stranger', role }),
  )
  stranger = await tenant.addPerson(groups, 'stranger')
})

const words = 'Sign in again under registry dot example'
const propose = (who: Person, version: number) =>
  outcomeOf(who.call(proposeMethodology, { body: { name: words, version: String(version), description: '' } }))

async function aPostman() {
  const box = await startPostBox()
  const { sql, config, deps } = tenant.world
  const mail = connectMail(box.url, 'contact@registry.test')
  return { box, post: () => deliverNotices({ sql, config, mail, log: deps.log }) }
}

const lettersToAdmin = (box: Awaited<ReturnType<typeof aPostman>>['box']) =>
  box.letters.filter(({ to }) => to.includes(tenant.tenantAdmin.email))

/** Skips the quarter of an hour between letters. */
const letTimePass = () => tenant.world.sql`update letter set next_at = now() where next_at is not null`

test('of sixty methodologies of an account that is not approved three are taken, and letters say of them no word that it typed', async () => {
  const { box, post } = await aPostman()
  const outcomes: string[] = []
  for (let version = 1; version <= 60; version += 1) {
    outcomes.push(await propose(stranger, version))
    await post()
  }
  expect(outcomes).toEqual([...Array(3).fill('ok'), ...Array(57).fill('not_yet_approved')])
  await letTimePass()
  await post()
  const letters = lettersToAdmin(box)
  expect(letters.map(({ subject }) => subject)).toEqual([
    `Registry ${tenant.tenant.id}: The methodology […], version […], has been proposed and waits for a decision.`,
    `Registry ${tenant.tenant.id}: 2 notices`,
  ])
  for (const { text } of letters) {
    expect(text).not.toMatch(/Sign in|Your session/)
    expect(text).toContain(`[…] replaces words of an organisation that Registry ${tenant.tenant.id} has not approved.`)
  }
  await box.stop()
})

test('of sixty methodologies of an approved account the admin gets two letters, of which the last says how many there are', async () => {
  const { box, post } = await aPostman()
  for (let version = 1; version <= 60; version += 1) {
    expect(await propose(tenant.measurer, version)).toBe('ok')
    await post()
  }
  await letTimePass()
  await post()
  const letters = lettersToAdmin(box)
  expect(letters.map(({ subject }) => subject)).toEqual([
    `Registry ${tenant.tenant.id}: The methodology ${words}, version 1, has been proposed and waits for a decision.`,
    `Registry ${tenant.tenant.id}: 59 notices`,
  ])
  expect(letters[1]?.text).toContain('… and 39 more: ')
  await box.stop()
})

test('a letter about a task repeats no word of an account that is not approved, whoever gives the task', async () => {
  const { box, post } = await aPostman()
  const { tenantAdmin, tenant: own } = tenant
  const admins = groupName({ tenantId: own.id, accountId: null, role: 'TenantAdmin' })
  const colleague = await tenant.addPerson([admins], 'operator')
  await propose(stranger, 1)
  const { items } = await tenantAdmin.call(listMethodologies)
  const [{ methodologyId: subjectId } = { methodologyId: '' }] = items
  const { username } = colleague
  await tenantAdmin.call(assignTask, { body: { kind: 'methodology.decide', subjectId, username } })
  await post()
  const letters = box.letters.filter(({ to, subject }) => to.includes(colleague.email) && subject.includes('task'))
  expect(letters).toMatchObject([{ subject: expect.stringContaining('You have been given a task: […].') }])
  await box.stop()
})

/** Tables that record acts and calls. */
const records = ['audit_event', 'notice', 'letter', 'answered_request']

/** Above every limit. */
const timesCalled = limits.pendingFiles + 2

test('an account that is not approved makes no more than its trial allows, whatever it calls', async () => {
  const theirs = await sideOf(tenant, tenant.proponent)
  const { projectKey, projectId } = await aDraftProject({ ...tenant, proponent: stranger })
  const { documentId } = await aDocument(stranger, 'project', projectId, { title: 'Site plan' })
  const { methodologyId } = await stranger.call(proposeMethodology, {
    body: { name: words, version: '1', description: '' },
  })
  const user = await theirs.aUser()
  const own: Side = {
    ...theirs,
    accountId: 'stranger',
    draftKey: projectKey,
    draftId: projectId,
    documentId,
    pendingMethodologyId: methodologyId,
    aDocument: async () => documentId,
    aUser: async () => user,
  }
  const before = await rowsOfEachTable()
  // Their rows insert an offer, an incident, a link or an act that waits themselves.
  const inserting = ['withdrawOffer', 'updateIncident', 'correctIncident', 'revokeAuditorLink', 'decidePending']
  const making = rows.filter(({ endpoint, name }) => takesKey(endpoint) && !inserting.includes(name))
  for (const row of making) {
    const call = async () => answerTo({ caller: stranger }, row, await row.aim(own, 'stranger'))
    for (let time = 0; time < timesCalled; time += 1) expect((await call()).status).not.toBe(429)
  }
  const after = await rowsOfEachTable()
  const { project = 0, methodology = 0, document = 0 } = after
  expect([project, methodology]).toEqual([limits.pendingProjects, limits.pendingMethodologies])
  expect(document).toBeLessThanOrEqual(limits.pendingFiles)
  const grown = Object.entries(after).filter(([table, count]) => count - (before[table] ?? 0) >= timesCalled)
  expect(grown.map(([table]) => table).filter((table) => !records.includes(table))).toEqual([])
}, 120_000)

/** The tenant's rows per table, without other accounts'. */
async function rowsOfEachTable(): Promise<Record<string, number>> {
  const { world, tenant: own } = tenant
  const tables = await world.sql<{ name: string; ofAccount: boolean }[]>`
    select c.relname as name, bool_or(a.attname = 'account_id') as "ofAccount"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    group by c.relname having bool_or(a.attname = 'tenant_id')`
  const counts: Record<string, number> = {}
  for (const { name, ofAccount } of tables) {
    const [row] = await world.sql<{ count: number }[]>`
      select count(*)::int from ${identifier(name)} where tenant_id = ${own.id}
        ${ofAccount ? world.sql`and coalesce(account_id, 'stranger') = 'stranger'` : world.sql``}`
    counts[name] = row?.count ?? 0
  }
  return counts
}
