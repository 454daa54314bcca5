import { beforeAll, describe, expect, test } from 'vitest'
import { updateAccount } from '#shared/contract/accounts.ts'
import { changeCaps } from '#shared/contract/caps.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#shared/contract/endpoint.ts'
import { endpoints } from '#shared/contract/index.ts'
import { openMeasurement, rescheduleMeasurement } from '#shared/contract/measurements.ts'
import { allowProviders, proposeMethodology, updateMethodology } from '#shared/contract/methodologies.ts'
import { decideOverlap } from '#shared/contract/overlaps.ts'
import { changeProtection } from '#shared/contract/pending.ts'
import { updateProject } from '#shared/contract/projects.ts'
import { changeSettings, readSettings } from '#shared/contract/settings.ts'
import { assignTask } from '#shared/contract/tasks.ts'
import { updateUser } from '#shared/contract/users.ts'
import { planVisit, startVerification } from '#shared/contract/verifications.ts'
import { Failure } from '#shared/rules/failure.ts'
import { groupName } from '#shared/rules/groups.ts'
import { aDraftProject, anApprovedProject, aRequestedVerification } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Person } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

let tenant: TenantOfTest

/** A form that two people edit: each fact's old value and both new ones. */
type OpenForm = {
  call: (who: Person, body: Record<string, unknown>) => Promise<unknown>
  first: Person
  second: Person
  facts: Record<string, [was: unknown, byFirst: unknown, bySecond: unknown]>
  isWhole?: boolean
  /** The first person's name as the second sees it. */
  by?: string
}

function formOf<E extends Endpoint>(
  endpoint: E,
  where: { params?: ParamsOf<E>; query?: QueryOf<E>; body?: object },
  form: Omit<OpenForm, 'call'>,
): OpenForm {
  // The server checks the facts against its schema.
  const call = (who: Person, body: Record<string, unknown>) =>
    who.call(endpoint, { ...where, body: { ...where.body, ...body } as BodyOf<E> })
  return { call, ...form }
}

const colleague = (account: string, ...more: string[]) =>
  tenant.addPerson([groupName({ tenantId: tenant.tenant.id, accountId: account, role: 'General' }), ...more], account)
const admin = (account: string) =>
  colleague(account, groupName({ tenantId: tenant.tenant.id, accountId: account, role: 'AccountAdmin' }))
const registryAdmin = () =>
  colleague('operator', groupName({ tenantId: tenant.tenant.id, accountId: null, role: 'TenantAdmin' }))
const anAccount = async (kind: string) => {
  const id = `a-${crypto.randomUUID()}`
  await tenant.world.sql`
    insert into account (tenant_id, id, name, kind, status) values (${tenant.tenant.id}, ${id}, ${id}, ${kind}, 'active')`
  return id
}

/** Every call that edits facts. */
const forms = {
  updateProject: async () => {
    const { projectKey, description } = await aDraftProject(tenant)
    return formOf(
      updateProject,
      { query: { projectKey } },
      {
        first: await colleague('proponent'),
        second: tenant.proponent,
        facts: { description: [description, 'By the first.', 'By the second.'], region: ['', 'Kwale', 'Lamu'] },
      },
    )
  },
  updateAccount: async () => {
    const accountId = await anAccount('buyer')
    return formOf(
      updateAccount,
      {},
      {
        first: await admin(accountId),
        second: await admin(accountId),
        facts: { website: [null, 'https://one.test', 'https://two.test'], registrationNumber: [null, 'KE-1', 'KE-2'] },
      },
    )
  },
  updateUser: async () => {
    const { username } = await colleague('proponent')
    return formOf(
      updateUser,
      { body: { username } },
      {
        first: await admin('proponent'),
        second: tenant.accountAdmin,
        facts: { firstName: ['Test', 'Amina', 'Asha'], role: ['General', 'AccountAdmin', 'General'] },
      },
    )
  },
  updateMethodology: async () => {
    const facts = { name: `Mangroves ${crypto.randomUUID()}`, version: '1', description: '' }
    const { methodologyId } = await tenant.proponent.call(proposeMethodology, { body: { ...facts, isDraft: true } })
    return formOf(
      updateMethodology,
      { params: { methodologyId } },
      {
        first: await colleague('proponent'),
        second: tenant.proponent,
        facts: { description: ['', 'Soil.', 'Biomass.'], measurementEvidence: [[], ['Map'], ['Plots']] },
      },
    )
  },
  changeSettings: async () => {
    const { tagline, owner } = await tenant.tenantAdmin.call(readSettings)
    return formOf(
      changeSettings,
      {},
      {
        first: await registryAdmin(),
        second: tenant.tenantAdmin,
        facts: { tagline: [tagline, 'Of one', 'Of the other'], owner: [owner, 'One', 'The other'] },
      },
    )
  },
  changeProtection: async () => {
    const accountId = await anAccount('buyer')
    return formOf(
      changeProtection,
      {},
      { first: await admin(accountId), second: await admin(accountId), facts: { approvalFrom: [null, 5, 9] } },
    )
  },
  changeCaps: async () => {
    const accountId = await anAccount('buyer')
    return formOf(
      changeCaps,
      {},
      { first: await admin(accountId), second: await admin(accountId), facts: { dailyCap: [null, 9, 5] } },
    )
  },
  allowProviders: async () => {
    const facts = { name: `Peat ${crypto.randomUUID()}`, version: '1', description: '', isDraft: true }
    const { methodologyId } = await tenant.proponent.call(proposeMethodology, { body: facts })
    return formOf(
      allowProviders,
      { params: { methodologyId } },
      {
        first: await colleague('proponent'),
        second: tenant.proponent,
        facts: { accountIds: [[], ['measurer'], ['verifier']] },
        isWhole: true,
      },
    )
  },
  rescheduleMeasurement: async () => {
    const { projectId } = await anApprovedProject(tenant)
    const body = { projectId, periodStart: '2024-01-01', periodEnd: '2024-12-31' }
    const { measurementId } = await tenant.proponent.call(openMeasurement, { body })
    const others = [await anAccount('measurement provider'), await anAccount('measurement provider')] as const
    return formOf(
      rescheduleMeasurement,
      { params: { measurementId } },
      {
        first: await colleague('proponent'),
        second: tenant.proponent,
        facts: {
          dueDate: [null, '2025-03-01', '2025-04-01'],
          accountId: ['measurer', ...others],
        },
      },
    )
  },
  planVisit: async () => {
    const { verificationId } = await aRequestedVerification(tenant, { quantity: 10 })
    const body = { declaration: 'We advise none of the sides.', noConflictOfInterest: true } as const
    await tenant.verifier.call(startVerification, { params: { verificationId }, body })
    return formOf(
      planVisit,
      { params: { verificationId } },
      {
        first: await colleague('verifier'),
        second: tenant.verifier,
        facts: {
          visitStart: [null, '2025-02-03', '2025-03-03'],
          visitEnd: [null, '2025-02-05', '2025-03-05'],
        },
        isWhole: true,
      },
    )
  },
  decideOverlap: async () => {
    const at = { longitude: 39.5, latitude: -4.4 }
    const [one, other] = [await aDraftProject(tenant), await aDraftProject(tenant)]
    for (const { projectKey } of [one, other]) {
      await tenant.proponent.call(updateProject, { query: { projectKey }, body: at })
    }
    return formOf(
      decideOverlap,
      {
        params: { projectId: one.projectId },
        body: { otherTenantId: tenant.tenant.id, otherProjectId: other.projectId },
      },
      {
        first: await registryAdmin(),
        second: tenant.tenantAdmin,
        facts: { verdict: [null, 'accepted', 'refused'], reason: [null, 'Two bays.', 'One bay.'] },
        isWhole: true,
      },
    )
  },
  assignTask: async () => {
    const { projectId } = await aDraftProject(tenant)
    const [one, other] = [await colleague('proponent'), await colleague('proponent')]
    return formOf(
      assignTask,
      { body: { kind: 'project.submit', subjectId: projectId } },
      {
        first: one,
        second: tenant.proponent,
        facts: { username: [null, one.username, other.username] },
        isWhole: true,
      },
    )
  },
} satisfies Record<string, () => Promise<OpenForm>>

beforeAll(async () => {
  tenant = await aTenant()
})

test('every call that takes what the facts were has a form below', () => {
  const calls = endpoints.filter(({ body }) => body instanceof Object && 'shape' in body && 'was' in Object(body.shape))
  expect(Object.keys(forms).sort()).toEqual(calls.map(({ name }) => name).sort())
})

const valuesOf = (facts: OpenForm['facts'], at: 0 | 1 | 2) =>
  Object.fromEntries(Object.entries(facts).map(([name, values]) => [name, values[at]]))

async function refusalOf(answer: Promise<unknown>): Promise<Failure> {
  try {
    await answer
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('The change was not refused.')
}

describe.each(Object.entries(forms))('two people have the form of %s open', (_, open) => {
  test('the second to save reads what the first made of the same fact, and then either value stays', async () => {
    const { call, first, second, facts, isWhole } = await open()
    const [[name = '', [was, byFirst]] = ['', [null, null, null]]] = Object.entries(facts)
    const only = (at: 0 | 1 | 2) => (isWhole ? valuesOf(facts, at) : { [name]: facts[name]?.[at] })
    await call(first, { ...only(1), was: only(0) })

    const refused = await refusalOf(call(second, { ...only(2), was: only(0) }))
    expect(refused.code).toBe('changed_meanwhile')
    const detail = refused.details?.find(({ path }) => path === name)
    expect(detail?.meanwhile).toMatchObject({ now: byFirst, by: expect.any(String), at: expect.any(String) })
    expect(detail?.meanwhile?.now).not.toEqual(was)

    // An equal value is no conflict, as after a lost answer.
    expect(await outcomeOf(call(second, { ...only(1), was: only(0) }))).toBe('ok')
    expect(await outcomeOf(call(second, { ...only(2), was: only(1) }))).toBe('ok')
  })

  test('a caller who does not say what the facts were is taken as ever', async () => {
    const { call, first, second, facts } = await open()
    await call(first, valuesOf(facts, 1))
    expect(await outcomeOf(call(second, valuesOf(facts, 2)))).toBe('ok')
  })
})

test.each([
  'updateProject',
  'updateAccount',
  'updateMethodology',
  'rescheduleMeasurement',
  'updateUser',
  'changeSettings',
] as const)('different facts changed by two people with %s are both kept', async (name) => {
  const { call, first, second, facts } = await forms[name]()
  const [[one = '', oneValues = []] = [], [other = '', otherValues = []] = []] = Object.entries(facts)
  await call(first, { [one]: oneValues[1], was: { [one]: oneValues[0] } })
  const saved = await call(second, { [other]: otherValues[1], was: { [other]: otherValues[0] } })
  expect(saved).toMatchObject({ [one]: oneValues[1], [other]: otherValues[1] })
})

test('a place that two people change is one fact', async () => {
  const { projectKey } = await aDraftProject(tenant)
  const query = { projectKey }
  const nowhere = { longitude: null, latitude: null, area: null }
  await tenant.proponent.call(updateProject, { query, body: { longitude: 39, latitude: -4, was: nowhere } })
  const moved = { longitude: null, latitude: null, area: square, was: nowhere }
  const refused = await refusalOf(tenant.accountAdmin.call(updateProject, { query, body: moved }))
  expect(refused.details?.map(({ path }) => path)).toEqual(['longitude', 'latitude'])
})

const square = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [39, -4],
      [40, -4],
      [40, -3],
      [39, -4],
    ] as [number, number][],
  ],
}

test('a name of a person is shown to colleagues and to the registry only', async () => {
  const { projectKey } = await aDraftProject(tenant)
  const query = { projectKey }
  const was = { region: '' }
  await tenant.tenantAdmin.call(updateProject, { query, body: { region: 'Kwale', was } })
  const refused = await refusalOf(tenant.proponent.call(updateProject, { query, body: { region: 'Lamu', was } }))
  expect(refused.details?.[0]?.meanwhile?.by).toBe('The operator')
})

test('the former value must belong to a fact of the form', async () => {
  const { projectKey } = await aDraftProject(tenant)
  const body = { region: 'Kwale', was: { regoin: '' } } as BodyOf<typeof updateProject>
  expect(await outcomeOf(tenant.proponent.call(updateProject, { query: { projectKey }, body }))).toBe('invalid')
})
