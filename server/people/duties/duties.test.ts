import { beforeAll, describe, expect, test } from 'vitest'
import { updatePerson } from '#server/identity/passwords/persons.ts'
import { createAccount, decideAccount, listAccounts, updateAccount } from '#shared/contract/accounts.ts'
import {
  decideMeasurement,
  listMeasurements,
  openMeasurement,
  submitMeasurement,
} from '#shared/contract/measurements.ts'
import {
  decideMethodology,
  proposeMethodology,
  readMethodologyVersion,
  updateMethodology,
} from '#shared/contract/methodologies.ts'
import { createProject, decideProject, readProject, updateProject } from '#shared/contract/projects.ts'
import { liftStop, stopAccount } from '#shared/contract/stops.ts'
import { listTasks } from '#shared/contract/tasks.ts'
import {
  answerFinding,
  checkFile,
  decideVerification,
  listVerifications,
  openFinding,
  planVisit,
  readVerification,
  startVerification,
  stateYears,
} from '#shared/contract/verifications.ts'
import { mintUnits } from '#shared/contract/wallet.ts'
import type { AuditedAct } from '#shared/rules/audited.ts'
import { type Judgement, stepsJudgedBy } from '#shared/rules/duties.ts'
import { groupName } from '#shared/rules/groups.ts'
import type { TaskKind } from '#shared/rules/lifecycle/tasks.ts'
import { aDocument, aDraftProject, anApprovedMethodology, anApprovedProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { callerAt, type Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

let tenant: TenantOfTest
beforeAll(async () => {
  // Newcomers register in this tenant.
  tenant = await aTenant({ isConfigured: true })
})

/** Moves a person to other accounts, or to the tenant admins, with a new sign-in. */
async function moved(
  { world, tenant }: TenantOfTest,
  person: Person,
  accountId: string,
  alsoIn?: string,
): Promise<Person> {
  const general = groupName({ tenantId: tenant.id, accountId, role: 'General' })
  const admin =
    accountId === 'operator'
      ? groupName({ tenantId: tenant.id, accountId: null, role: 'TenantAdmin' })
      : groupName({ tenantId: tenant.id, accountId, role: 'AccountAdmin' })
  const other = alsoIn && groupName({ tenantId: tenant.id, accountId: alsoIn, role: 'General' })
  const groups = [general, admin, ...(other ? [other] : [])]
  await world.sql`
    update app_user set account_id = ${accountId}, groups = ${groups}
    where tenant_id = ${tenant.id} and username = ${person.username}`
  await updatePerson(world.sql, person.username, { groups })
  const token = await world.identity.issueToken(person.username)
  return { ...person, token, accountId, ...callerAt(world.baseUrl, token) }
}

/** Takes a step as the usual person, the step under test as a special one. */
type Take = <Result>(
  step: AuditedAct,
  accountId: string,
  usual: Person,
  work: (person: Person) => Promise<Result>,
) => Promise<Result>

type Judged = {
  subjectId: string
  judge(person: Person): Promise<unknown>
  isOffered(person: Person): Promise<boolean>
}

type Case = { judgesAt: string; work(tenant: TenantOfTest, take: Take, step: AuditedAct): Promise<Judged> }

const cases: Record<Judgement, Case> = {
  'account.decide': {
    judgesAt: 'operator',
    async work(tenant, take, step) {
      const founder = await tenant.addPerson([])
      const body = { name: `Hills ${crypto.randomUUID()}`, type: 'proponent', country: 'KE' } as const
      const { accountId } = await take('account.create', '', founder, (by) => by.call(createAccount, { body }))
      const member = await moved(tenant, await tenant.addPerson([], 'buyer'), accountId)
      const decide = (person: Person, act: 'approve' | 'reject') =>
        person.call(decideAccount, { params: { accountId }, body: { act, reason: 'No.' } })
      const website = { body: { website: 'https://hills.test' } }
      await take('account.edit', accountId, member, (by) => by.call(updateAccount, website))
      if (step === 'account.reapply') {
        await decide(tenant.tenantAdmin, 'reject')
        await take(step, accountId, member, (by) => by.call(updateAccount, { body: {} }))
      }
      return {
        subjectId: accountId,
        judge: (person) => decide(person, 'approve'),
        async isOffered(person) {
          const { items } = await person.call(listAccounts, { query: { status: 'pending' } })
          return items.some((each) => each.accountId === accountId && each.acts.includes('approve'))
        },
      }
    },
  },
  'project.decide': {
    judgesAt: 'operator',
    async work(tenant, take, step) {
      const { methodologyId } = await anApprovedMethodology(tenant)
      const body = { projectName: 'Reeds', description: 'Reeds.', methodologyId, ...years, country: 'KE' }
      const { projectId } = await take('project.create', 'proponent', tenant.proponent, (by) =>
        by.call(createProject, { body }),
      )
      await providersOf(tenant, projectId)
      if (step === 'project.edit') {
        await take(step, 'proponent', tenant.proponent, async (by) => {
          const { projectKey } = await by.call(readProject, { query: { projectId } })
          await by.call(updateProject, { query: { projectKey }, body: { description: 'More reeds.' } })
        })
      }
      if (step === 'project.document')
        await take(step, 'proponent', tenant.proponent, (by) => aDocument(by, 'project', projectId, { title: 'Plan' }))
      const decide = (person: Person, act: 'submit' | 'reject' | 'reopen' | 'approve') =>
        person.call(decideProject, { params: { projectId }, body: { act, reason: 'Unclear.' } })
      if (step === 'project.reopen') {
        await decide(tenant.proponent, 'submit')
        await decide(tenant.tenantAdmin, 'reject')
        await take(step, 'proponent', tenant.proponent, (by) => decide(by, 'reopen'))
      }
      await take('project.submit', 'proponent', tenant.proponent, (by) => decide(by, 'submit'))
      return {
        subjectId: projectId,
        judge: (person) => decide(person, 'approve'),
        isOffered: async (person) =>
          (await person.call(readProject, { query: { projectId } })).acts.includes('approve'),
      }
    },
  },
  'methodology.decide': {
    judgesAt: 'operator',
    async work(tenant, take, step) {
      const facts = { name: `Reeds ${crypto.randomUUID()}`, version: '1.0', description: 'Reeds.' }
      const isDraft = step !== 'methodology.propose'
      const created = isDraft ? 'methodology.create' : 'methodology.propose'
      const { methodologyId } = await take(created, 'proponent', tenant.proponent, (by) =>
        by.call(proposeMethodology, { body: { ...facts, isDraft } }),
      )
      const params = { methodologyId }
      const decide = (person: Person, act: 'submit' | 'reject' | 'reopen' | 'approve') =>
        person.call(decideMethodology, { params, body: { act, reason: 'Unclear.' } })
      if (step === 'methodology.reopen') {
        await decide(tenant.proponent, 'submit')
        await decide(tenant.tenantAdmin, 'reject')
        await take(step, 'proponent', tenant.proponent, (by) => decide(by, 'reopen'))
      }
      if (isDraft) {
        const body = { description: 'More reeds.' }
        await take('methodology.edit', 'proponent', tenant.proponent, (by) =>
          by.call(updateMethodology, { params, body }),
        )
        await take('methodology.submit', 'proponent', tenant.proponent, (by) => decide(by, 'submit'))
      }
      return {
        subjectId: methodologyId,
        judge: (person) => decide(person, 'approve'),
        isOffered: async (person) => (await person.call(readMethodologyVersion, { params })).acts.includes('approve'),
      }
    },
  },
  'measurement.accept': {
    judgesAt: 'proponent',
    async work(tenant, take) {
      const { measurementId } = await submitted(tenant, take)
      const params = { measurementId }
      return {
        subjectId: measurementId,
        judge: (person) => person.call(decideMeasurement, { params, body: { act: 'accept' } }),
        async isOffered(person) {
          const { items } = await person.call(listMeasurements, { query: { tenantId: tenant.tenant.id } })
          return items.some((each) => each.measurementId === measurementId && each.acts.includes('accept'))
        },
      }
    },
  },
  'verification.decide': {
    judgesAt: 'verifier',
    async work(tenant, take, step) {
      const verificationId = await requested(tenant, take, step)
      const params = { verificationId }
      await begun(tenant, verificationId, take, step)
      return {
        subjectId: verificationId,
        judge: (person) => person.call(decideVerification, { params, body: opinion }),
        isOffered: async (person) => (await person.call(readVerification, { params })).acts.includes('verify'),
      }
    },
  },
  'units.mint': {
    judgesAt: 'proponent',
    async work(tenant, take, step) {
      const verificationId = await requested(tenant, take, step)
      const params = { verificationId }
      await begun(tenant, verificationId, take, step)
      await take('verification.verify', 'verifier', tenant.verifier, (by) =>
        by.call(decideVerification, { params, body: opinion }),
      )
      if (step === 'verification.stateYears') {
        await crossYears(tenant, verificationId)
        await take(step, 'verifier', tenant.verifier, (by) => by.call(stateYears, { params, body: { byYear } }))
      }
      return {
        subjectId: verificationId,
        judge: (person) => person.call(mintUnits, { body: { verificationId, quantity: 5 } }),
        isOffered: async (person) => (await person.call(readVerification, { params })).acts.includes('mint'),
      }
    },
  },
}

const years = { startDate: '2024-01-01', endDate: '2034-01-01' }
const byYear = [
  { year: 2024, quantity: 4 },
  { year: 2025, quantity: 1 },
]
const opinion = { outcome: 'verified', quantity: 5, statement: 'In order.' } as const

async function providersOf({ world, tenant }: TenantOfTest, projectId: string): Promise<void> {
  await world.sql`
    update project set measurement_provider_id = 'measurer', verification_provider_id = 'verifier'
    where tenant_id = ${tenant.id} and id = ${projectId}`
}

/** Simulates an old opinion that spans two years. */
async function crossYears({ world, tenant }: TenantOfTest, verificationId: string): Promise<void> {
  await world.sql`
    update measurement set period = '[2024-01-01,2025-01-02)' where tenant_id = ${tenant.id}
      and id = (select measurement_id from verification where tenant_id = ${tenant.id} and id = ${verificationId})`
}

async function submitted(tenant: TenantOfTest, take: Take, step?: AuditedAct, projectId?: string) {
  const id = projectId ?? (await anApprovedProject(tenant)).projectId
  const body = { projectId: id, periodStart: '2024-01-01', periodEnd: '2024-12-31' }
  const { measurementId } = await take('measurement.open', 'proponent', tenant.proponent, (by) =>
    by.call(openMeasurement, { body }),
  )
  const params = { measurementId }
  if (step === 'measurement.document')
    await take(step, 'measurer', tenant.measurer, (by) =>
      aDocument(by, 'measurement', measurementId, { title: 'Data' }),
    )
  if (step === 'measurement.requestChanges') {
    await tenant.measurer.call(submitMeasurement, { params, body: { quantity: 6 } })
    await take(step, 'proponent', tenant.proponent, (by) =>
      by.call(decideMeasurement, { params, body: { act: 'requestChanges', reason: 'Too many.' } }),
    )
  }
  await take('measurement.submit', 'measurer', tenant.measurer, (by) =>
    by.call(submitMeasurement, { params, body: { quantity: 5 } }),
  )
  return { measurementId, projectId: id }
}

async function requested(tenant: TenantOfTest, take: Take, step: AuditedAct): Promise<string> {
  const isOfProject = step.startsWith('project.')
  const project = isOfProject ? await cases['project.decide'].work(tenant, take, step) : null
  if (project) await project.judge(tenant.tenantAdmin)
  const newest = isOfProject
    ? await tenant.world.sql<{ id: string }[]>`
        select id from project where tenant_id = ${tenant.tenant.id} order by created_at desc limit 1`
    : []
  const { measurementId } = await submitted(tenant, take, step, newest[0]?.id)
  await take('measurement.accept', 'proponent', tenant.proponent, (by) =>
    by.call(decideMeasurement, { params: { measurementId }, body: { act: 'accept' } }),
  )
  const { items } = await tenant.verifier.call(listVerifications, { query: { tenantId: tenant.tenant.id } })
  const opened = items.find((each) => each.measurementId === measurementId)
  if (!opened) throw new Error('Accepting a measurement opened no verification.')
  return opened.verificationId
}

async function begun(tenant: TenantOfTest, verificationId: string, take: Take, step: AuditedAct): Promise<void> {
  const params = { verificationId }
  const { verifier } = tenant
  await take('verification.start', 'verifier', verifier, (by) =>
    by.call(startVerification, { params, body: { declaration: 'None.', noConflictOfInterest: true } }),
  )
  if (step === 'verification.planVisit') {
    const body = { visitStart: '2025-02-01', visitEnd: '2025-02-02', was: { visitStart: null, visitEnd: null } }
    await take(step, 'verifier', verifier, (by) => by.call(planVisit, { params, body }))
  }
  if (step === 'verification.check') {
    const { documentId } = await aDocument(verifier, 'verification', verificationId, { title: 'Plots' })
    await take(step, 'verifier', verifier, (by) =>
      by.call(checkFile, { params: { verificationId, documentId }, body: { isChecked: true } }),
    )
  }
  const { findingId } = await take('verification.openFinding', 'verifier', verifier, (by) =>
    by.call(openFinding, { params, body: { type: 'CL', words: 'Why?', ownerSide: 'proponent' } }),
  )
  const writeFinding = (person: Person, act: 'respond' | 'ask' | 'close') =>
    person.call(answerFinding, { params: { findingId }, body: { act, words: 'So.' } })
  await take('verification.respond', 'proponent', tenant.proponent, (by) => writeFinding(by, 'respond'))
  if (step === 'verification.ask') await take(step, 'verifier', verifier, (by) => writeFinding(by, 'ask'))
  await take('verification.close', 'verifier', verifier, (by) => writeFinding(by, 'close'))
  await take('verification.document', 'verifier', verifier, (by) =>
    aDocument(by, 'verification', verificationId, { title: 'Verification', isPublic: true, name: 'statement.pdf' }),
  )
}

const pairs = Object.entries(stepsJudgedBy).flatMap(([judgement, steps]) =>
  steps.map((step) => ({ judgement: judgement as Judgement, step })),
)

describe.each(pairs)('$judgement of $step', ({ judgement, step }) => {
  test('is for nobody who took it, moved or not, or belonged to an account with them then, nor who belongs to it now, and for whoever came later', async () => {
    const { judgesAt, work } = cases[judgement]
    const away = () => tenant.addPerson([], 'buyer')
    let [doer, colleague, later] = [await away(), await away(), await away()]
    // Founders belong to no account.
    const isAlone = step === 'account.create'
    let takenAt = ''
    const take: Take = async (taken, accountId, usual, done) => {
      if (taken !== step) return done(usual)
      takenAt = accountId
      if (isAlone) {
        const founder = await tenant.addPerson([])
        const result = await done(founder)
        doer = await moved(tenant, founder, judgesAt)
        return result
      }
      doer = await moved(tenant, doer, accountId)
      colleague = await moved(tenant, colleague, accountId)
      const result = await done(doer)
      doer = await moved(tenant, doer, judgesAt)
      colleague = await moved(tenant, colleague, judgesAt)
      await moved(tenant, later, accountId)
      later = await moved(tenant, later, judgesAt)
      return result
    }
    const judged = await work(tenant, take, step)
    later = await moved(tenant, later, judgesAt)
    const isWaitedFor = async (person: Person) => {
      const { items } = await person.call(listTasks, { query: { kind: taskOf[judgement] } })
      return items.some(({ subjectId }) => subjectId === judged.subjectId)
    }

    for (const person of isAlone ? [doer] : [doer, colleague]) {
      expect(await judged.isOffered(person)).toBe(false)
      await expect(judged.judge(person)).rejects.toMatchObject({ code: 'own_work', status: 403 })
      expect(await isWaitedFor(person)).toBe(false)
    }
    for (const person of isAlone ? [doer] : [doer, await away()]) {
      const inBothAccounts = await moved(tenant, person, judgesAt, takenAt || judged.subjectId)
      expect(await judged.isOffered(inBothAccounts)).toBe(false)
      const refused = { status: 403, code: expect.stringMatching(/^(own_work|conflict_of_interest)$/) }
      await expect(judged.judge(inBothAccounts)).rejects.toMatchObject(refused)
      // A person of both sides bars the whole organisation.
      await moved(tenant, inBothAccounts, 'buyer')
    }
    if (judgement === 'account.decide' && !isAlone) {
      // Former members may not decide about their account.
      await expect(judged.judge(later)).rejects.toMatchObject({ code: 'own_work' })
      later = await moved(tenant, await away(), judgesAt)
    }
    expect(await judged.isOffered(later)).toBe(true)
    expect(await isWaitedFor(later)).toBe(true)
    await judged.judge(later)
  })
})

const taskOf: Record<Judgement, TaskKind> = {
  'account.decide': 'account.decide',
  'project.decide': 'project.decide',
  'methodology.decide': 'methodology.decide',
  'measurement.accept': 'measurement.decide',
  'verification.decide': 'verification.decide',
  'units.mint': 'units.mint',
}

test('an admin of the registry who submits the project of another account leaves its approval to somebody else', async () => {
  const { projectId } = await aDraftProject(tenant)
  const decide = (person: Person, act: 'submit' | 'approve') =>
    person.call(decideProject, { params: { projectId }, body: { act } })
  expect((await decide(tenant.tenantAdmin, 'submit')).acts).not.toContain('approve')
  await expect(decide(tenant.tenantAdmin, 'approve')).rejects.toMatchObject({
    code: 'own_work',
    message: expect.stringContaining('another admin of the registry'),
  })
  const other = await moved(tenant, await tenant.addPerson([], 'buyer'), 'operator')
  await expect(decide(other, 'approve')).resolves.toMatchObject({ status: 'approved' })
})

test('who stopped an account does not lift the stop from another account; a colleague does', async () => {
  const [stopper, colleague] = [
    await moved(tenant, await tenant.addPerson([], 'buyer'), 'buyer'),
    await moved(tenant, await tenant.addPerson([], 'buyer'), 'buyer'),
  ]
  await stopper.call(stopAccount, { body: {} })
  const lift = (person: Person) =>
    person.call(liftStop, { params: { accountId: 'buyer' }, body: { reason: 'We called.' } })
  await expect(lift(stopper)).rejects.toMatchObject({ refusal: { reason: 'stop.own' } })
  const elsewhere = await moved(tenant, stopper, 'operator')
  await expect(lift(elsewhere)).rejects.toMatchObject({ refusal: { reason: 'stop.own' } })
  await expect(lift(colleague)).resolves.toMatchObject({ stop: null })
})

test('the database stores past memberships of people, and no request changes them', async () => {
  const { world, tenant: registry, measurer } = tenant
  const before = await world.sql<{ accountId: string }[]>`
    select account_id as "accountId" from membership where tenant_id = ${registry.id} and username = ${measurer.username}`
  expect(before).toEqual([{ accountId: 'measurer' }])
  await moved(tenant, measurer, 'verifier')
  const after = await world.sql<{ accountId: string; isOver: boolean }[]>`
    select account_id as "accountId", until < 'infinity' as "isOver" from membership
    where tenant_id = ${registry.id} and username = ${measurer.username} order by since`
  expect(after).toEqual([
    { accountId: 'measurer', isOver: true },
    { accountId: 'verifier', isOver: false },
  ])
  const [rights] = await world.sql<{ writes: boolean }[]>`
    select has_table_privilege('registry_app', 'membership', 'insert, update, delete') as writes`
  expect(rights).toEqual({ writes: false })
})
