import { describe, expect, test } from 'vitest'
import { startBegunMeasurements } from '#server/mrv/measurements/measurement-acts.ts'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import {
  decideMeasurement,
  listMeasurementProviders,
  listMeasurements,
  type Measurement,
  openMeasurement,
  readMeasurement,
  readMeasurementHistory,
  rescheduleMeasurement,
  submitMeasurement,
} from '#shared/contract/measurements.ts'
import { decideProject, readProject } from '#shared/contract/projects.ts'
import { changeSettings } from '#shared/contract/settings.ts'
import { listVerifications } from '#shared/contract/verifications.ts'
import { actsIn } from '#shared/rules/lifecycle/machine.ts'
import { type MeasurementStatus, measurementMachine } from '#shared/rules/lifecycle/measurement.ts'
import type { ProjectStatus } from '#shared/rules/lifecycle/project.ts'
import { aDraftProject, anApprovedMethodology, anApprovedProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const year = { periodStart: '2024-01-01', periodEnd: '2024-12-31' }

const open = (caller: Caller, projectId: string, period: Partial<BodyOf<typeof openMeasurement>> = year) =>
  caller.call(openMeasurement, { body: { projectId, ...year, ...period } })
const submit = (caller: Caller, measurementId: string, quantity = 100) =>
  caller.call(submitMeasurement, { params: { measurementId }, body: { quantity } })
const reschedule = (caller: Caller, measurementId: string, accountId = 'measurer', dueDate: string | null = null) =>
  caller.call(rescheduleMeasurement, { params: { measurementId }, body: { accountId, dueDate } })
const decide = (
  caller: Caller,
  measurementId: string,
  act: BodyOf<typeof decideMeasurement>['act'],
  reason = 'As agreed.',
) => caller.call(decideMeasurement, { params: { measurementId }, body: { act, reason } })

async function anOpenMeasurement(tenant: TenantOfTest): Promise<Measurement> {
  const { projectId } = await anApprovedProject(tenant)
  return open(tenant.measurer, projectId)
}

async function aSubmittedMeasurement(tenant: TenantOfTest, by: Caller = tenant.measurer): Promise<Measurement> {
  const { measurementId } = await anOpenMeasurement(tenant)
  return submit(by, measurementId)
}

test('one measurement is read by the sides that its list shows it to, and by nobody else', async () => {
  const tenant = await aTenant()
  const { measurementId } = await anOpenMeasurement(tenant)
  const read = (caller: Caller) => caller.call(readMeasurement, { params: { measurementId } })
  for (const caller of [tenant.proponent, tenant.measurer, tenant.tenantAdmin]) {
    const { items } = await caller.call(listMeasurements, { query: { tenantId: tenant.tenant.id } })
    expect(items).toEqual([await read(caller)])
  }
  await expect(read(tenant.buyer)).rejects.toMatchObject({ code: 'not_found' })
  await expect(read((await aTenant()).tenantAdmin)).rejects.toMatchObject({ code: 'not_found' })
})

describe('opening', () => {
  test('the first measurement makes an approved project active', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    expect(await open(tenant.measurer, projectId, { ...year, dueDate: '2025-03-31' })).toMatchObject({
      project: 'Mangroves of Gazi Bay',
      accountId: 'measurer',
      account: 'The measurer',
      status: 'in progress',
      ...year,
      overdue: true,
      quantity: null,
      acts: ['submit'],
    })
    const project = await tenant.visitor.call(readProject, { query: { projectId, tenantId: tenant.tenant.id } })
    expect(project).toMatchObject({ status: 'active', stage: 'measurement', blockchainAddressActive: true })
    await open(tenant.proponent, projectId, { periodStart: '2025-01-01', periodEnd: '2025-12-31' })
    const events = await tenant.world.sql`
      select act from audit_event where subject = ${`project:${projectId}`} and act = 'project.activate'`
    expect(events).toHaveLength(1)
  })

  test('periods of one project do not overlap, not by a day; a rejected one is no obstacle', async () => {
    const tenant = await aTenant()
    const { measurementId, projectId } = await anOpenMeasurement(tenant)
    await expect(
      open(tenant.measurer, projectId, { periodStart: '2024-12-31', periodEnd: '2025-12-31' }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: 'The period overlaps that of another measurement of this project.',
    })
    await submit(tenant.measurer, measurementId)
    await decide(tenant.proponent, measurementId, 'reject')
    expect(await outcomeOf(open(tenant.measurer, projectId))).toBe('ok')
  })

  test('two at once: one is opened', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(open(tenant.measurer, projectId))))
    expect(outcomes.sort()).toEqual(['conflict', 'conflict', 'ok'])
  })

  test.each([
    ['before the project', { periodStart: '2023-12-31', periodEnd: '2024-12-31' }, 'periodStart'],
    ['after the project', { periodStart: '2033-01-01', periodEnd: '2034-01-02' }, 'periodEnd'],
    ['backwards', { periodStart: '2024-12-31', periodEnd: '2024-01-01' }, 'periodEnd'],
    ['on no calendar', { periodStart: '2024-02-30', periodEnd: '2024-03-30' }, 'periodStart'],
  ])('refuses a period %s', async (_, period, path) => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    await expect(open(tenant.measurer, projectId, period)).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path }],
    })
  })

  test('refuses a period that is longer than the registry measures at once, from the day of its setting on', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    await tenant.tenantAdmin.call(changeSettings, { body: { limits: { periodMonths: 12 } } })
    const period = { periodStart: '2024-02-29', periodEnd: '2025-03-01' }
    await expect(open(tenant.measurer, projectId, period)).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path: 'periodEnd', reason: 'measurement.tooLong', facts: { months: 12, day: '2025-02-28' } }],
    })
    await open(tenant.measurer, projectId, { ...period, periodEnd: '2025-02-28' })
  })

  test('takes an approved or active project, no other', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    const outcomes: Record<string, string> = {}
    for (const status of [
      'draft',
      'pending',
      'rejected',
      'suspended',
      'withdrawn',
      'approved',
    ] satisfies ProjectStatus[]) {
      await tenant.world.sql`update project set status = ${status} where id = ${projectId}`
      outcomes[status] = await outcomeOf(open(tenant.proponent, projectId))
    }
    expect(outcomes).toEqual({
      draft: 'conflict',
      pending: 'conflict',
      rejected: 'conflict',
      suspended: 'conflict',
      withdrawn: 'conflict',
      approved: 'ok',
    })
  })

  test("is the project's account's or its measurement provider's", async () => {
    const tenant = await aTenant()
    const other = await aTenant()
    const published = await anApprovedProject(tenant)
    const draft = await aDraftProject(tenant)
    const outcomes = async (caller: Caller) => [
      await outcomeOf(open(caller, draft.projectId)),
      await outcomeOf(open(caller, published.projectId)),
    ]
    expect(await outcomes(tenant.visitor)).toEqual(['unauthenticated', 'unauthenticated'])
    expect(await outcomes(tenant.buyer)).toEqual(['not_found', 'forbidden'])
    expect(await outcomes(tenant.verifier)).toEqual(['forbidden', 'forbidden'])
    expect(await outcomes(tenant.tenantAdmin)).toEqual(['forbidden', 'forbidden'])
    expect(await outcomes(other.proponent)).toEqual(['not_found', 'not_found'])
    expect(await outcomes(tenant.measurer)).toEqual(['conflict', 'ok'])
  })

  test('ahead of its period it is scheduled, and nothing is submitted before the period is over', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    const nextYear = new Date().getUTCFullYear() + 1
    const period = { periodStart: `${nextYear}-01-01`, periodEnd: `${nextYear}-12-31` }
    const { measurementId, status, acts } = await open(tenant.measurer, projectId, period)
    expect([status, acts]).toEqual(['scheduled', []])
    await expect(submit(tenant.measurer, measurementId)).rejects.toMatchObject({
      code: 'conflict',
      message: `The period lasts until ${nextYear}-12-31; its outcome can be submitted after that.`,
    })
  })
})

async function aScheduledMeasurement(tenant: TenantOfTest): Promise<Measurement> {
  const { projectId } = await anApprovedProject(tenant)
  const nextYear = new Date().getUTCFullYear() + 1
  const dueDate = `${nextYear + 1}-03-31`
  return open(tenant.proponent, projectId, {
    periodStart: `${nextYear}-01-01`,
    periodEnd: `${nextYear}-12-31`,
    dueDate,
  })
}

/** Moves the period into the past. */
async function begin({ world }: TenantOfTest, measurementId: string): Promise<void> {
  await world.sql`update measurement set period = daterange('2024-01-01', '2025-01-01') where id = ${measurementId}`
}

describe('a measurement that is scheduled ahead', () => {
  test('cannot be submitted, and says what is possible', async () => {
    const tenant = await aTenant()
    const { measurementId, acts } = await aScheduledMeasurement(tenant)
    expect(acts).toEqual(['reschedule'])
    await tenant.world
      .sql`update measurement set period = daterange('2999-01-01', '2999-02-01') where id = ${measurementId}`
    await expect(submit(tenant.measurer, measurementId)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('gets another provider and due date from the project’s account, until it is submitted', async () => {
    const tenant = await aTenant()
    const { measurementId } = await aScheduledMeasurement(tenant)
    await tenant.world.sql`
      insert into account (tenant_id, id, name, kind, country, status) values
        (${tenant.tenant.id}, 'm2', 'A second measurer', 'measurement provider', 'TZ', 'active')`
    expect(await reschedule(tenant.proponent, measurementId, 'm2', '2030-01-31')).toMatchObject({
      accountId: 'm2',
      account: 'A second measurer',
      dueDate: '2030-01-31',
      status: 'scheduled',
    })
    expect(await outcomeOf(reschedule(tenant.proponent, measurementId, 'verifier'))).toBe('invalid')
    expect(await outcomeOf(reschedule(tenant.measurer, measurementId))).toBe('not_found')
    await reschedule(tenant.proponent, measurementId)
    expect(await outcomeOf(reschedule(tenant.measurer, measurementId))).toBe('forbidden')
    await begin(tenant, measurementId)
    await submit(tenant.measurer, measurementId)
    expect(await outcomeOf(reschedule(tenant.proponent, measurementId))).toBe('conflict')
  })

  test('only the project’s account opens one with a provider of its choice', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant)
    await tenant.world.sql`
      insert into account (tenant_id, id, name, kind, country, status) values
        (${tenant.tenant.id}, 'm2', 'A second measurer', 'measurement provider', 'TZ', 'active')`
    expect(await outcomeOf(open(tenant.measurer, projectId, { accountId: 'm2' }))).toBe('forbidden')
    expect(await outcomeOf(open(tenant.proponent, projectId, { accountId: 'buyer' }))).toBe('invalid')
    expect(await open(tenant.proponent, projectId, { accountId: 'm2' })).toMatchObject({ account: 'A second measurer' })
  })

  test('is in progress for every reader once its period has begun, also while nothing has recorded it', async () => {
    const tenant = await aTenant()
    const { measurementId } = await aScheduledMeasurement(tenant)
    await begin(tenant, measurementId)
    const query = { tenantId: tenant.tenant.id, status: 'in progress' } as const
    expect((await tenant.measurer.call(listMeasurements, { query })).items).toMatchObject([{ status: 'in progress' }])
    expect(await tenant.measurer.call(readMeasurement, { params: { measurementId } })).toMatchObject({
      status: 'in progress',
      acts: ['submit'],
    })
    const scheduled = { tenantId: tenant.tenant.id, status: 'scheduled' } as const
    expect((await tenant.measurer.call(listMeasurements, { query: scheduled })).total).toBe(0)
  })

  test('starts once, by two processes at a time, and both sides are told once', async () => {
    const tenant = await aTenant()
    const { measurementId } = await aScheduledMeasurement(tenant)
    await begin(tenant, measurementId)
    const now = () => new Date()
    await Promise.all([1, 2].map(() => startBegunMeasurements({ sql: tenant.world.sql, now })))
    const started = await tenant.world.sql`
      select actor, before, after from audit_event
      where subject = ${`measurement:${measurementId}`} and act = 'measurement.start'`
    expect(started).toEqual([{ actor: 'calendar', before: { status: 'scheduled' }, after: { status: 'in progress' } }])
    const notices = await tenant.world.sql<{ username: string }[]>`
      select username from notice where tenant_id = ${tenant.tenant.id} and kind = 'measurement.start'`
    const sides = [tenant.accountAdmin, tenant.proponent, tenant.measurer].map(({ username }) => username)
    expect(notices.map(({ username }) => username).sort()).toEqual(sides.sort())
  })

  test('whose period begins is started by the first act that nothing has started before', async () => {
    const tenant = await aTenant()
    const { measurementId } = await aScheduledMeasurement(tenant)
    await begin(tenant, measurementId)
    await submit(tenant.measurer, measurementId)
    const { items } = await tenant.measurer.call(readMeasurementHistory, { params: { measurementId } })
    expect(items.map(({ act, account }) => [act, account])).toEqual([
      ['measurement.open', 'The proponent'],
      ['measurement.start', null],
      ['measurement.submit', 'The measurer'],
    ])
  })
})

describe('a quantity with its parts', () => {
  const parts = { gross: 1_000, baseline: 100, leakage: 50, uncertainty: 25 }
  const submitParts = (caller: Caller, measurementId: string, quantity: number, stated = parts) =>
    caller.call(submitMeasurement, { params: { measurementId }, body: { quantity, parts: stated } })

  test('adds up, and is kept with them; what is submitted anew without them has none', async () => {
    const tenant = await aTenant()
    const { measurementId } = await anOpenMeasurement(tenant)
    expect(await submitParts(tenant.measurer, measurementId, 828)).toMatchObject({ quantity: 828, parts })
    await decide(tenant.proponent, measurementId, 'requestChanges')
    expect(await submit(tenant.measurer, measurementId, 800)).toMatchObject({ quantity: 800, parts: null })
  })

  test.each([
    ['one unit more than they make', 829, parts],
    ['one unit less', 827, parts],
    ['nothing left', 1, { ...parts, baseline: 950 }],
    ['a thousand thousandths', 1, { ...parts, uncertainty: 1_000 }],
    ['a negative part', 928, { ...parts, leakage: -50 }],
  ])('is refused with %s', async (_, quantity, stated) => {
    const tenant = await aTenant()
    const { measurementId } = await anOpenMeasurement(tenant)
    expect(await outcomeOf(submitParts(tenant.measurer, measurementId, quantity, stated))).toBe('invalid')
  })

  test('which do not add up is refused by the database too', async () => {
    const tenant = await aTenant()
    const { measurementId } = await anOpenMeasurement(tenant)
    await submitParts(tenant.measurer, measurementId, 828)
    await expect(tenant.world.sql`update measurement set quantity = 829 where id = ${measurementId}`).rejects.toThrow(
      'measurement_parts_add_up',
    )
  })
})

test('a measurement is measured by the version of the methodology that its project had when it was opened', async () => {
  const tenant = await aTenant()
  const before = await anOpenMeasurement(tenant)
  const { methodologyId } = await anApprovedMethodology(tenant)
  await tenant.world.sql`update project set methodology_id = ${methodologyId} where id = ${before.projectId}`
  const after = await tenant.measurer.call(readMeasurement, { params: { measurementId: before.measurementId } })
  expect(after.methodologyId).toBe(before.methodologyId)
  expect(after.methodologyId).not.toBe(methodologyId)
})

test('the history names people to their colleagues and to admins of the registry, accounts to the other side', async () => {
  const tenant = await aTenant()
  const { measurementId } = await anOpenMeasurement(tenant)
  await submit(tenant.measurer, measurementId)
  await decide(tenant.proponent, measurementId, 'reject', 'Plot 4 is missing.')
  const seen = async (caller: Caller) =>
    (await caller.call(readMeasurementHistory, { params: { measurementId } })).items.map(
      ({ act, actorName, account, reason }) => [act, actorName, account, reason],
    )
  expect(await seen(tenant.measurer)).toEqual([
    ['measurement.open', 'Test measurer', 'The measurer', null],
    ['measurement.submit', 'Test measurer', 'The measurer', null],
    ['measurement.reject', null, 'The proponent', 'Plot 4 is missing.'],
  ])
  expect((await seen(tenant.tenantAdmin)).map(([, actorName]) => actorName)).toEqual([
    'Test measurer',
    'Test measurer',
    'Test proponent',
  ])
  expect(await outcomeOf(seen(tenant.buyer))).toBe('not_found')
})

describe('deciding', () => {
  test('accepting opens the verification of the assigned provider', async () => {
    const tenant = await aTenant()
    const { measurementId } = await aSubmittedMeasurement(tenant)
    const accepted = await decide(tenant.proponent, measurementId, 'accept')
    expect(accepted).toMatchObject({ status: 'accepted', quantity: 100, acts: [] })
    const { items } = await tenant.verifier.call(listVerifications, { query: { tenantId: tenant.tenant.id } })
    expect(items).toMatchObject([
      { verificationId: accepted.verificationId, measurementId, status: 'requested', measured: 100 },
    ])
  })

  test('whoever verifies a measurement reads it, without a place in the list of measurements', async () => {
    const tenant = await aTenant()
    const { measurementId } = await aSubmittedMeasurement(tenant)
    const read = () => tenant.verifier.call(readMeasurement, { params: { measurementId } })
    expect(await outcomeOf(read())).toBe('not_found')
    await decide(tenant.proponent, measurementId, 'accept')
    expect(await read()).toMatchObject({ measurementId, status: 'accepted', acts: [] })
    const { total } = await tenant.verifier.call(listMeasurements, { query: { tenantId: tenant.tenant.id } })
    expect(total).toBe(0)
  })

  test('a project without a verifier gets none, and the measurement stays submitted', async () => {
    const tenant = await aTenant()
    const { measurementId, projectId } = await aSubmittedMeasurement(tenant)
    await tenant.world.sql`update project set verification_provider_id = null where id = ${projectId}`
    await expect(decide(tenant.proponent, measurementId, 'accept')).rejects.toMatchObject({ code: 'conflict' })
    const { items } = await tenant.proponent.call(listMeasurements, { query: { tenantId: tenant.tenant.id } })
    expect(items).toMatchObject([{ status: 'submitted', verificationId: null }])
  })

  test('whoever submitted does not decide; then the tenant admin does', async () => {
    const tenant = await aTenant()
    const own = await aSubmittedMeasurement(tenant, tenant.proponent)
    expect(own.acts).toEqual([])
    expect(await outcomeOf(decide(tenant.proponent, own.measurementId, 'accept'))).toBe('own_work')
    expect(await outcomeOf(decide(tenant.accountAdmin, own.measurementId, 'accept'))).toBe('own_work')
    expect(await outcomeOf(decide(tenant.tenantAdmin, own.measurementId, 'accept'))).toBe('ok')
  })

  test('is not the provider’s, and for others there is nothing to decide', async () => {
    const tenant = await aTenant()
    const other = await aTenant()
    const { measurementId } = await aSubmittedMeasurement(tenant)
    const callers = [tenant.visitor, tenant.newcomer, tenant.buyer, tenant.verifier, tenant.measurer, other.tenantAdmin]
    const outcomes = await Promise.all(callers.map((caller) => outcomeOf(decide(caller, measurementId, 'accept'))))
    expect(outcomes).toEqual(['unauthenticated', 'forbidden', 'not_found', 'not_found', 'forbidden', 'not_found'])
  })

  test('asking for changes needs a reason and lets the quantity be submitted anew', async () => {
    const tenant = await aTenant()
    const { measurementId } = await aSubmittedMeasurement(tenant)
    await expect(decide(tenant.proponent, measurementId, 'requestChanges', ' ')).rejects.toMatchObject({
      details: [{ path: 'reason', message: 'Required' }],
    })
    expect(await decide(tenant.proponent, measurementId, 'requestChanges', 'Plot 4 is missing.')).toMatchObject({
      status: 'changes requested',
      statusReason: 'Plot 4 is missing.',
    })
    expect(await submit(tenant.measurer, measurementId, 90)).toMatchObject({
      status: 'submitted',
      quantity: 90,
      statusReason: null,
    })
  })

  test('every act in every state follows the table of states, but what has begun is not scheduled any more', async () => {
    const tenant = await aTenant()
    const { measurementId } = await anOpenMeasurement(tenant)
    for (const status of Object.keys(measurementMachine) as MeasurementStatus[]) {
      for (const act of ['reschedule', 'submit', 'accept', 'requestChanges', 'reject'] as const) {
        await tenant.world.sql`delete from verification where measurement_id = ${measurementId}`
        await tenant.world.sql`
          update measurement set status = ${status}, submitted_account_id = 'measurer', quantity = 1
          where id = ${measurementId}`
        const call =
          act === 'submit'
            ? submit(tenant.measurer, measurementId)
            : act === 'reschedule'
              ? reschedule(tenant.proponent, measurementId)
              : decide(tenant.proponent, measurementId, act)
        const begun = status === 'scheduled' ? 'in progress' : status
        const expected = actsIn(measurementMachine, begun).includes(act) ? 'ok' : 'conflict'
        expect(`${act} when ${status}: ${await outcomeOf(call)}`).toBe(`${act} when ${status}: ${expected}`)
      }
    }
  })

  test('a quantity is whole, positive and no more than a number can hold', async () => {
    const tenant = await aTenant()
    const { measurementId } = await anOpenMeasurement(tenant)
    for (const quantity of [0, -1, 1.5, 2 ** 53]) {
      expect(await outcomeOf(submit(tenant.measurer, measurementId, quantity))).toBe('invalid')
    }
    expect(await submit(tenant.measurer, measurementId, Number.MAX_SAFE_INTEGER)).toMatchObject({
      quantity: Number.MAX_SAFE_INTEGER,
    })
  })
})

describe('the list', () => {
  test('holds the own projects, what is assigned, and all for a tenant admin', async () => {
    const tenant = await aTenant()
    const other = await aTenant()
    await anOpenMeasurement(tenant)
    const query = { tenantId: tenant.tenant.id }
    const { proponent, accountAdmin, measurer, tenantAdmin, verifier, buyer, newcomer, visitor } = tenant
    for (const caller of [proponent, accountAdmin, measurer, tenantAdmin]) {
      expect((await caller.call(listMeasurements, { query })).total).toBe(1)
    }
    for (const caller of [verifier, buyer]) expect((await caller.call(listMeasurements, { query })).total).toBe(0)
    expect(await outcomeOf(visitor.call(listMeasurements, { query }))).toBe('unauthenticated')
    expect(await outcomeOf(newcomer.call(listMeasurements, { query }))).toBe('not_found')
    expect(await outcomeOf(other.tenantAdmin.call(listMeasurements, { query }))).toBe('not_found')
  })

  test('is searched by project and state, and paged without loss', async () => {
    const tenant = await aTenant()
    const { projectId } = await anApprovedProject(tenant, { projectName: 'Seagrass of Lamu' })
    await tenant.world.sql`
      insert into measurement (tenant_id, id, project_id, account_id, period, created_at)
      select ${tenant.tenant.id}, 'm-' || i, ${projectId}, 'measurer', daterange('2024-01-01'::date + i, '2024-01-02'::date + i),
        '2026-01-01T00:00:00.000001Z'::timestamptz + (i / 4) * interval '1 microsecond'
      from generate_series(1, 14) i`
    const query = { tenantId: tenant.tenant.id, projectId, status: 'in progress', q: 'SEAGRASS', limit: 3 } as const
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await tenant.measurer.call(listMeasurements, { query: { ...query, cursor } })
      expect(page.total).toBe(14)
      seen.push(...page.items.map((item) => item.measurementId))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(new Set(seen).size).toBe(14)
    expect(seen).toHaveLength(14)
  })
})

test('the providers of the tenant are listed by name, active ones only', async () => {
  const tenant = await aTenant()
  await tenant.world.sql`
    insert into account (tenant_id, id, name, kind, country, status) values
      (${tenant.tenant.id}, 'm2', 'a second measurer', 'measurement provider', 'TZ', 'active'),
      (${tenant.tenant.id}, 'm3', 'A third measurer', 'measurement provider', 'TZ', 'suspended')`
  const { items, total } = await tenant.proponent.call(listMeasurementProviders)
  expect(items).toEqual([
    { accountId: 'm2', name: 'a second measurer', country: 'TZ' },
    { accountId: 'measurer', name: 'The measurer', country: 'KE' },
  ])
  expect(total).toBe(2)
  const byId = await tenant.proponent.call(listMeasurementProviders, { query: { q: 'm2' } })
  expect(byId.items).toMatchObject([{ accountId: 'm2' }])
  const page = await tenant.proponent.call(listMeasurementProviders, { query: { limit: 1 } })
  const rest = await tenant.proponent.call(listMeasurementProviders, { query: { cursor: page.nextCursor ?? '' } })
  expect(rest.items).toMatchObject([{ accountId: 'measurer' }])
})

test('a suspended project still shows its measurements, and opens no more', async () => {
  const tenant = await aTenant()
  const { projectId } = await anOpenMeasurement(tenant)
  await tenant.tenantAdmin.call(decideProject, {
    params: { projectId },
    body: { act: 'suspend', reason: 'Under review.' },
  })
  const { items } = await tenant.measurer.call(listMeasurements, { query: { tenantId: tenant.tenant.id } })
  expect(items).toMatchObject([{ projectId, status: 'in progress' }])
  const next = { periodStart: '2025-01-01', periodEnd: '2025-12-31' }
  expect(await outcomeOf(open(tenant.measurer, projectId, next))).toBe('conflict')
})
