import { describe, expect, test } from 'vitest'
import { openMeasurement } from '#shared/contract/measurements.ts'
import { decideProject, type Project, readProject } from '#shared/contract/projects.ts'
import { Failure } from '#shared/rules/failure.ts'
import { actsIn, isTakenBy, needsReason, statesOf } from '#shared/rules/lifecycle/machine.ts'
import {
  type ProjectAct,
  type ProjectDecision,
  type ProjectStatus,
  projectDecisions,
  projectMachine,
} from '#shared/rules/lifecycle/project.ts'
import { aDraftProject } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'

const states = statesOf(projectMachine)
const edges = states.flatMap((from) => actsIn(projectMachine, from).map((act) => ({ from, act })))

/** The acts from draft to `state`. */
function wayTo(state: ProjectStatus): ProjectAct[] {
  const ways = new Map<ProjectStatus, ProjectAct[]>([['draft', []]])
  for (const [from, way] of ways) {
    for (const act of actsIn(projectMachine, from)) {
      const to = projectMachine[from][act]?.to
      if (to && !ways.has(to)) ways.set(to, [...way, act])
    }
  }
  const way = ways.get(state)
  if (!way) throw new Error(`Nothing leads to ${state}.`)
  return way
}

/** As the permitted role; a first measurement activates. */
async function take(tenant: TenantOfTest, projectId: string, act: ProjectAct, reason = 'As agreed.'): Promise<Project> {
  if (act === 'activate') {
    const body = { projectId, periodStart: '2024-01-01', periodEnd: '2024-12-31' }
    await tenant.proponent.call(openMeasurement, { body })
    return read(tenant, projectId)
  }
  const caller = isTakenBy(projectMachine, act, 'proponent') ? tenant.proponent : tenant.tenantAdmin
  return caller.call(decideProject, { params: { projectId }, body: { act, reason } })
}

const read = (tenant: TenantOfTest, projectId: string) => tenant.tenantAdmin.call(readProject, { query: { projectId } })

async function aProjectIn(tenant: TenantOfTest, state: ProjectStatus): Promise<string> {
  const { projectId } = await aDraftProject(tenant)
  for (const act of wayTo(state)) await take(tenant, projectId, act)
  return projectId
}

describe('a project', () => {
  test('reaches every state by acts of people', async () => {
    const tenant = await aTenant()
    for (const state of states) {
      expect((await read(tenant, await aProjectIn(tenant, state))).status).toBe(state)
    }
  })

  test.each(edges)('that is $from takes the act $act, with a reason where one is needed', async ({ from, act }) => {
    const tenant = await aTenant()
    const projectId = await aProjectIn(tenant, from)
    if (needsReason(projectMachine, from, act)) {
      await expect(take(tenant, projectId, act, '')).rejects.toMatchObject({ details: [{ path: 'reason' }] })
    }
    const expected = projectMachine[from][act]?.to
    expect((await take(tenant, projectId, act)).status).toBe(expected)
    expect((await read(tenant, projectId)).status).toBe(expected)
  })

  test.each(states)('that is %s refuses every other act with its state and what is possible', async (state) => {
    const tenant = await aTenant()
    const projectId = await aProjectIn(tenant, state)
    const possible = actsIn(projectMachine, state)
    const refused: ProjectDecision[] = projectDecisions.filter((act) => !possible.some((each) => each === act))
    for (const act of refused) {
      const words = possible.length > 0 ? `possible now: ${possible.join(', ')}` : 'nothing changes it any more'
      await expect(take(tenant, projectId, act), act).rejects.toMatchObject({
        status: 409,
        message: `The project is ${state}; ${words}.`,
      })
    }
    expect((await read(tenant, projectId)).status).toBe(state)
  })

  test.each(['draft', 'pending', 'rejected', 'suspended', 'withdrawn'] as const)(
    'that is %s cannot be made active by a measurement',
    async (state) => {
      const tenant = await aTenant()
      const projectId = await aProjectIn(tenant, state)
      const message = `The project is ${state}; only an approved or active one is measured.`
      await expect(take(tenant, projectId, 'activate')).rejects.toMatchObject({ status: 409, message })
    },
  )

  test('is asked for every act that a person takes', () => {
    const byPeople = edges.filter(({ from, act }) => !projectMachine[from][act]?.by.includes('nobody'))
    expect([...new Set(byPeople.map(({ act }) => act))].sort()).toEqual([...projectDecisions].sort())
  })

  test('that is suspended or withdrawn tells everybody why, and a draft nobody', async () => {
    const tenant = await aTenant()
    const readBy = async (state: ProjectStatus) => {
      const query = { projectId: await aProjectIn(tenant, state), tenantId: tenant.tenant.id }
      return tenant.visitor.call(readProject, { query })
    }
    expect(await readBy('suspended')).toMatchObject({ status: 'suspended', statusReason: 'As agreed.' })
    expect(await readBy('withdrawn')).toMatchObject({ status: 'withdrawn', statusReason: 'As agreed.' })
    await expect(readBy('rejected')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('that two admins decide at once is decided once; the other is told the new state and sees it', async () => {
    const tenant = await aTenant()
    const other = await tenant.addPerson(
      [`${tenant.tenant.id}|operator|General`, `${tenant.tenant.id}|TenantAdmin`],
      'operator',
    )
    const projectId = await aProjectIn(tenant, 'pending')
    const decide = (caller: typeof other, act: ProjectDecision) =>
      caller.call(decideProject, { params: { projectId }, body: { act, reason: 'As agreed.' } })
    const outcomes = await Promise.allSettled([decide(tenant.tenantAdmin, 'approve'), decide(other, 'reject')])
    const [lost] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    const [won] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.status] : []))
    expect(lost).toBeInstanceOf(Failure)
    expect(lost).toMatchObject({ status: 409, message: expect.stringContaining(`The project is ${won}`) })
    expect(await other.call(readProject, { query: { projectId } })).toMatchObject({ status: won })
    const events = await tenant.world.sql`
      select from audit_event where subject = ${`project:${projectId}`} and act in ('project.approve', 'project.reject')`
    expect(events).toHaveLength(1)
  })
})
