import { describe, expect, test } from 'vitest'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { decideMethodology, proposeMethodology } from '#shared/contract/methodologies.ts'
import {
  createProject,
  decideProject,
  listProjects,
  type Project,
  readProject,
  updateProject,
} from '#shared/contract/projects.ts'
import { type ProjectStatus, projectDecisions, projectMachine } from '#shared/rules/lifecycle/project.ts'
import { aDraftProject, anApprovedMethodology, anApprovedProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'

type Draft = BodyOf<typeof createProject>
type Act = BodyOf<typeof decideProject>['act']

async function aDraft(tenant: TenantOfTest, facts: Partial<Draft> = {}): Promise<Draft> {
  const { methodologyId } = await anApprovedMethodology(tenant)
  return {
    projectName: 'Cookstoves of Kwale',
    description: 'Efficient stoves for 4 000 households.',
    methodologyId,
    startDate: '2024-01-01',
    endDate: '2030-01-01',
    ...facts,
  }
}

const statusOf = async (tenant: TenantOfTest, projectId: string, status: ProjectStatus) =>
  tenant.world.sql`update project set status = ${status} where tenant_id = ${tenant.tenant.id} and id = ${projectId}`

const decide = (caller: Caller, projectId: string, act: Act, reason = 'As agreed.') =>
  caller.call(decideProject, { params: { projectId }, body: { act, reason } })

describe('requesting a project', () => {
  test("makes a draft in the caller's own account, with the tenant's next number and the stated country", async () => {
    const tenant = await aTenant()
    const first = await tenant.proponent.call(createProject, { body: await aDraft(tenant) })
    const second = await tenant.buyer.call(createProject, { body: await aDraft(tenant, { country: 'TZ' }) })
    expect(first).toMatchObject({
      accountId: 'proponent',
      status: 'draft',
      number: 1,
      country: null,
      stage: 'registration',
    })
    expect(second).toMatchObject({ accountId: 'buyer', status: 'draft', number: 2, country: 'TZ' })
    expect(first.acts).toEqual(['edit', 'submit'])
  })

  test('gives every project a number of its own when many are requested at once', async () => {
    const tenant = await aTenant()
    const body = await aDraft(tenant)
    const made = await Promise.all(Array.from({ length: 12 }, () => tenant.proponent.call(createProject, { body })))
    expect(made.map((project) => project.number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    )
  })

  test('is for members of an account that was not turned away', async () => {
    const tenant = await aTenant()
    const body = await aDraft(tenant)
    expect(await outcomeOf(tenant.visitor.call(createProject, { body }))).toBe('unauthenticated')
    expect(await outcomeOf(tenant.newcomer.call(createProject, { body }))).toBe('forbidden')
    for (const [status, outcome] of [
      ['pending', 'ok'],
      ['suspended', 'account_not_active'],
      ['rejected', 'account_not_active'],
    ] as const) {
      await tenant.world
        .sql`update account set status = ${status} where tenant_id = ${tenant.tenant.id} and id = 'buyer'`
      expect(await outcomeOf(tenant.buyer.call(createProject, { body }))).toBe(outcome)
    }
  })

  test.each<[string, Partial<Draft>, string]>([
    ['a name of two letters', { projectName: 'ab' }, 'projectName'],
    ['no description', { description: '  ' }, 'description'],
    ['a methodology that is not there', { methodologyId: 'nowhere' }, 'methodologyId'],
    ['a measurer that is a buyer', { measurementProviderId: 'buyer' }, 'measurementProviderId'],
    ['a verifier that is a measurer', { verificationProviderId: 'measurer' }, 'verificationProviderId'],
    ['a provider that is not there', { measurementProviderId: 'nobody' }, 'measurementProviderId'],
    ['an end before the start', { startDate: '2030-01-01', endDate: '2024-01-01' }, 'endDate'],
    ['a day that no calendar has', { startDate: '2023-02-31' }, 'startDate'],
    ['the year 0', { startDate: '0000-01-01' }, 'startDate'],
    ['a year of two digits', { startDate: '0026-01-01' }, 'startDate'],
    ['an end that stands for none', { endDate: '9999-12-31' }, 'endDate'],
    ['a control character', { projectName: 'Cook\u0000stoves' }, 'projectName'],
    ['a country that is none', { country: 'Kenya' }, 'country'],
  ])('refuses %s and says where', async (_, facts, path) => {
    const tenant = await aTenant()
    await expect(tenant.proponent.call(createProject, { body: await aDraft(tenant, facts) })).rejects.toMatchObject({
      code: 'invalid',
      details: expect.arrayContaining([expect.objectContaining({ path })]),
    })
    const query = { tenantId: tenant.tenant.id, isAdmin: 'true' } as const
    expect((await tenant.tenantAdmin.call(listProjects, { query })).total).toBe(0)
  })

  test('refuses a methodology that nobody has approved, and a provider of itself', async () => {
    const tenant = await aTenant()
    const proposal = { name: 'Unproven', version: '1', description: '' }
    const { methodologyId } = await tenant.proponent.call(proposeMethodology, { body: proposal })
    const body = await aDraft(tenant)
    await expect(tenant.proponent.call(createProject, { body: { ...body, methodologyId } })).rejects.toMatchObject({
      details: [{ path: 'methodologyId', message: 'choose an approved methodology' }],
    })
    await expect(
      tenant.measurer.call(createProject, { body: { ...body, measurementProviderId: 'measurer' } }),
    ).rejects.toMatchObject({ details: [{ path: 'measurementProviderId' }] })
  })

  test('takes no status, id or account from the caller', async () => {
    const tenant = await aTenant()
    const body = { ...(await aDraft(tenant)), status: 'approved' }
    await expect(tenant.proponent.call(createProject, { body })).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('changing a project', () => {
  test('changes what is listed, keeps the name when it is blank, clears the statement when it is blank', async () => {
    const tenant = await aTenant()
    const { projectKey, projectId } = await aDraftProject(tenant)
    const change = (body: BodyOf<typeof updateProject>) =>
      tenant.proponent.call(updateProject, { query: { projectKey }, body })
    expect(await change({ projectName: 'Mangroves of Vanga', longitude: 39.2, latitude: -4.65 })).toMatchObject({
      projectName: 'Mangroves of Vanga',
      longitude: 39.2,
      latitude: -4.65,
    })
    expect(await change({ sustainabilityStatement: ' Fish return. ' })).toMatchObject({
      sustainabilityStatement: 'Fish return.',
    })
    const blank = await change({ projectName: '  ', sustainabilityStatement: '' })
    expect(blank).toMatchObject({ projectName: 'Mangroves of Vanga', sustainabilityStatement: '' })
    expect(await change({ longitude: null, latitude: null })).toMatchObject({ longitude: null })
    const [event] = await tenant.world.sql`
      select actor, before, after from audit_event
      where subject = ${`project:${projectId}`} and act = 'project.edit' order by sequence limit 1`
    expect(event).toEqual({
      actor: tenant.proponent.username,
      before: { projectName: 'Mangroves of Gazi Bay', longitude: null, latitude: null },
      after: { projectName: 'Mangroves of Vanga', longitude: 39.2, latitude: -4.65 },
    })
  })

  test('answers 404 to whoever may not know of it and 403 to whoever sees it but does not own it', async () => {
    const tenant = await aTenant()
    const other = await aTenant()
    const draft = await aDraftProject(tenant)
    const published = await anApprovedProject(tenant)
    const change = (caller: Caller, projectKey: string) =>
      outcomeOf(caller.call(updateProject, { query: { projectKey }, body: { location: 'Gazi' } }))
    const outcomes = async (caller: Caller) => [
      await change(caller, draft.projectKey),
      await change(caller, published.projectKey),
    ]
    const named = await tenant.addPerson([`${tenant.tenant.id}|nobody|General`])
    expect(await outcomes(tenant.visitor)).toEqual(['unauthenticated', 'unauthenticated'])
    expect(await outcomes(named)).toEqual(['not_found', 'forbidden'])
    expect(await outcomes(tenant.buyer)).toEqual(['not_found', 'forbidden'])
    expect(await outcomes(tenant.measurer)).toEqual(['forbidden', 'forbidden'])
    expect(await outcomes(tenant.proponent)).toEqual(['ok', 'ok'])
    expect(await outcomes(tenant.accountAdmin)).toEqual(['ok', 'ok'])
    expect(await outcomes(tenant.tenantAdmin)).toEqual(['ok', 'ok'])
    expect(await outcomes(other.tenantAdmin)).toEqual(['not_found', 'not_found'])
    const forged = `${tenant.tenant.id}:buyer:${draft.projectId}`
    expect(await change(tenant.proponent, forged)).toBe('not_found')
    expect(await change(tenant.buyer, forged)).toBe('not_found')
  })

  test('leaves what a published project promised as it is', async () => {
    const tenant = await aTenant()
    const { projectKey } = await anApprovedProject(tenant)
    const change = (body: BodyOf<typeof updateProject>) =>
      tenant.proponent.call(updateProject, { query: { projectKey }, body })
    expect(await change({ location: 'Gazi Bay', sustainabilityStatement: 'Fish return.' })).toMatchObject({
      location: 'Gazi Bay',
    })
    await expect(change({ location: 'Vanga', endDate: '2040-01-01', projectName: 'Other' })).rejects.toMatchObject({
      code: 'conflict',
      details: [{ path: 'projectName' }, { path: 'endDate' }],
    })
    const read = await tenant.proponent.call(readProject, { query: { projectId: projectKey.split(':')[2] ?? '' } })
    expect(read.location).toBe('Gazi Bay')
  })

  test('takes a whole form of which only the changed facts count', async () => {
    const tenant = await aTenant()
    const { projectKey, projectId, ...project } = await anApprovedProject(tenant)
    const { projectName, description, startDate, country, type } = project
    const form = {
      projectName,
      description,
      startDate: startDate ?? '',
      country: country ?? '',
      type,
      location: 'Gazi',
    }
    const changed = await tenant.proponent.call(updateProject, { query: { projectKey }, body: form })
    expect(changed).toMatchObject({ projectName, location: 'Gazi' })
    const edits = () => tenant.world.sql`
      select after from audit_event where subject = ${`project:${projectId}`} and act = 'project.edit'`
    expect(await edits()).toEqual([{ after: { location: 'Gazi' } }])
    await tenant.proponent.call(updateProject, { query: { projectKey }, body: form })
    expect(await edits()).toHaveLength(1)
  })

  test('holds a changed date against the one that stays', async () => {
    const tenant = await aTenant()
    const { projectKey } = await aDraftProject(tenant)
    await expect(
      tenant.proponent.call(updateProject, { query: { projectKey }, body: { endDate: '2023-01-01' } }),
    ).rejects.toMatchObject({ code: 'invalid', details: [{ path: 'endDate' }] })
  })

  test('keeps a withdrawn project as it is', async () => {
    const tenant = await aTenant()
    const { projectKey, projectId } = await anApprovedProject(tenant)
    await decide(tenant.tenantAdmin, projectId, 'withdraw')
    await expect(
      tenant.proponent.call(updateProject, { query: { projectKey }, body: { location: 'Gazi' } }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('deciding about a project', () => {
  test('belongs to the account or to the tenant admin, as the act says', async () => {
    const tenant = await aTenant()
    const other = await aTenant()
    const callers = {
      visitor: tenant.visitor,
      member: tenant.proponent,
      accountAdmin: tenant.accountAdmin,
      assigned: tenant.measurer,
      stranger: tenant.buyer,
      tenantAdmin: tenant.tenantAdmin,
      otherTenantsAdmin: other.tenantAdmin,
    }
    const outcomes = async (act: Act, from: ProjectStatus) => {
      const { projectId } = await aDraftProject(tenant)
      const found: Record<string, string> = {}
      for (const [name, caller] of Object.entries(callers)) {
        await statusOf(tenant, projectId, from)
        found[name] = await outcomeOf(decide(caller, projectId, act))
      }
      return found
    }
    const base = {
      visitor: 'unauthenticated',
      assigned: 'forbidden',
      stranger: 'not_found',
      otherTenantsAdmin: 'not_found',
    }
    const owners = { ...base, member: 'ok', accountAdmin: 'ok', tenantAdmin: 'ok' }
    const admins = { ...base, member: 'forbidden', accountAdmin: 'forbidden', tenantAdmin: 'ok' }
    expect(await outcomes('submit', 'draft')).toEqual(owners)
    expect(await outcomes('reopen', 'rejected')).toEqual(owners)
    expect(await outcomes('approve', 'pending')).toEqual(admins)
    expect(await outcomes('reject', 'pending')).toEqual(admins)
    expect(await outcomes('suspend', 'active')).toEqual({ ...admins, stranger: 'forbidden' })
  })

  test("is never the own account's tenant admin's, nor the one's who requested it", async () => {
    const tenant = await aTenant()
    const project = await tenant.tenantAdmin.call(createProject, {
      body: await aDraft(tenant, {
        ...{ measurementProviderId: 'measurer', verificationProviderId: 'verifier' },
        country: 'KE',
      }),
    })
    expect(project.accountId).toBe('operator')
    const pending = await decide(tenant.tenantAdmin, project.projectId, 'submit')
    expect(pending.acts).toEqual(['edit'])
    await expect(decide(tenant.tenantAdmin, project.projectId, 'approve')).rejects.toMatchObject({ code: 'own_work' })

    await tenant.world.sql`update project set account_id = 'buyer' where id = ${project.projectId}`
    await expect(decide(tenant.tenantAdmin, project.projectId, 'approve')).rejects.toMatchObject({ code: 'own_work' })
  })

  test('offers exactly the acts that it would accept', async () => {
    const tenant = await aTenant()
    for (const status of Object.keys(projectMachine) as ProjectStatus[]) {
      // A new project, which the tenant admin has not submitted.
      const { projectId } = await aDraftProject(tenant)
      for (const caller of [tenant.proponent, tenant.tenantAdmin, tenant.measurer]) {
        await statusOf(tenant, projectId, status)
        const { acts: offered } = await caller.call(readProject, { query: { projectId } })
        const accepted: Act[] = []
        for (const act of projectDecisions) {
          await statusOf(tenant, projectId, status)
          if ((await outcomeOf(decide(caller, projectId, act))) === 'ok') accepted.push(act)
        }
        expect(offered.filter((act) => act !== 'edit' && act !== 'measure').sort()).toEqual(accepted.sort())
      }
    }
  })

  test('is offered in the lists as on the page, and there too not to whose own project it is', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    await decide(tenant.proponent, projectId, 'submit')
    const tenantId = tenant.tenant.id
    const actsFor = async (caller: Caller, isAdmin?: 'true') =>
      (await caller.call(listProjects, { query: { tenantId, isAdmin } })).items.map(({ acts }) => acts)
    expect(await actsFor(tenant.tenantAdmin, 'true')).toEqual([['edit', 'approve', 'return', 'reject']])
    await decide(tenant.tenantAdmin, projectId, 'approve')
    expect(await actsFor(tenant.tenantAdmin)).toEqual([['edit', 'suspend', 'withdraw']])
    expect(await actsFor(tenant.proponent)).toEqual([['edit', 'measure']])
    expect([...(await actsFor(tenant.buyer)), ...(await actsFor(tenant.visitor))]).toEqual([[], []])
    await tenant.world.sql`
      insert into audit_event (tenant_id, actor, act, subject)
      values (${tenantId}, ${tenant.tenantAdmin.username}, 'project.submit', ${`project:${projectId}`})`
    expect(await actsFor(tenant.tenantAdmin)).toEqual([['edit']])
  })

  test('needs a reason to refuse, and keeps it', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    await decide(tenant.proponent, projectId, 'submit')
    for (const act of ['reject', 'return'] as const) {
      await expect(decide(tenant.tenantAdmin, projectId, act, '  ')).rejects.toMatchObject({
        code: 'invalid',
        details: [{ path: 'reason', message: 'Required' }],
      })
    }
    const rejected = await decide(tenant.tenantAdmin, projectId, 'reject', 'The map is missing.')
    expect(rejected).toMatchObject({ status: 'rejected', statusReason: 'The map is missing.' })
    expect(await decide(tenant.proponent, projectId, 'reopen', '')).toMatchObject({
      status: 'draft',
      statusReason: null,
    })
  })

  test('a project is submitted when it is complete; what is missing is listed', async () => {
    const tenant = await aTenant()
    const { projectId } = await tenant.proponent.call(createProject, { body: await aDraft(tenant) })
    await expect(decide(tenant.proponent, projectId, 'submit')).rejects.toMatchObject({
      code: 'invalid',
      details: [
        { path: 'measurementProviderId', message: 'Required' },
        { path: 'verificationProviderId', message: 'Required' },
        { path: 'country', message: 'Required' },
      ],
    })
  })

  test('a project is not submitted with a methodology or a provider that is no longer good', async () => {
    const tenant = await aTenant()
    const project = await aDraftProject(tenant)
    const params = { methodologyId: project.methodologyId ?? '' }
    await tenant.tenantAdmin.call(decideMethodology, { params, body: { act: 'deprecate' } })
    await expect(decide(tenant.proponent, project.projectId, 'submit')).rejects.toMatchObject({
      code: 'invalid',
      details: [{ path: 'methodologyId', message: 'choose an approved methodology' }],
    })
    const other = await aDraftProject(tenant)
    await tenant.world.sql`
      update account set status = 'suspended' where tenant_id = ${tenant.tenant.id} and id = 'verifier'`
    await expect(decide(tenant.proponent, other.projectId, 'submit')).rejects.toMatchObject({
      details: [{ path: 'verificationProviderId', message: 'choose an active verification provider' }],
    })
  })

  test('a suspension returns to where the project was', async () => {
    const tenant = await aTenant()
    for (const status of ['approved', 'active'] as const) {
      const { projectId } = await anApprovedProject(tenant)
      await statusOf(tenant, projectId, status)
      expect(await decide(tenant.tenantAdmin, projectId, 'suspend')).toMatchObject({ status: 'suspended' })
      expect(await decide(tenant.tenantAdmin, projectId, 'resume')).toMatchObject({
        status,
        statusReason: 'As agreed.',
      })
    }
  })

  test('an approval waits for the approval of the account', async () => {
    const tenant = await aTenant()
    const { projectId } = await aDraftProject(tenant)
    await decide(tenant.proponent, projectId, 'submit')
    await tenant.world.sql`
      update account set status = 'pending' where tenant_id = ${tenant.tenant.id} and id = 'proponent'`
    await expect(decide(tenant.tenantAdmin, projectId, 'approve')).rejects.toMatchObject({ code: 'account_not_active' })
  })

  test('a methodology that was withdrawn meanwhile does not stop a project that uses it', async () => {
    const tenant = await aTenant()
    const project: Project = await anApprovedProject(tenant)
    const params = { methodologyId: project.methodologyId ?? '' }
    await tenant.tenantAdmin.call(decideMethodology, { params, body: { act: 'deprecate' } })
    expect((await tenant.proponent.call(readProject, { query: { projectId: project.projectId } })).acts).toContain(
      'measure',
    )
  })
})
