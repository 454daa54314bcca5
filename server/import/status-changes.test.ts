import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openMeasurement } from '#shared/contract/measurements.ts'
import { createProject, decideProject, readProject } from '#shared/contract/projects.ts'
import { actsIn, isTakenBy, statesOf } from '#shared/rules/lifecycle/machine.ts'
import { type ProjectAct, type ProjectStatus, projectMachine } from '#shared/rules/lifecycle/project.ts'
import { anApprovedMethodology } from '#tests/kit/acts.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { mappedStatus } from './statuses.ts'

const changes = z.array(z.object({ from_status: z.string(), to_status: z.string() }))
type Change = z.output<typeof changes>[number]

/** Invented, in the form of published data. */
const made: Change[] = [
  ['Under development', 'Under validation'],
  ['Under validation', 'Under development'],
  ['Registration requested', 'Registered'],
  ['Registration requested', 'Registration request denied'],
  ['Registered', 'Late to verify'],
  ['Registered', 'Withdrawn'],
  ['Late to verify', 'On Hold'],
  ['On Hold', 'Withdrawn'],
  ['Under validation', 'Registration requested'],
  ['Under validation', 'Withdrawn'],
  ['Registered', 'Verification approval requested'],
  ['Registration request denied', 'Registration requested'],
  ['Withdrawn', 'Registered'],
].map(([from_status = '', to_status = '']) => ({ from_status, to_status }))

const statusOf = (word: string): ProjectStatus => {
  const mapped = mappedStatus(word)
  if (!mapped) throw new Error(`${word} has no meaning here.`)
  return mapped.status
}

/** Prefers an act from `from`; else from any state. */
function actFor(from: ProjectStatus, to: ProjectStatus): ProjectAct {
  const act = [from, ...statesOf(projectMachine)]
    .flatMap((state) => actsIn(projectMachine, state).map((each) => ({ each, to: projectMachine[state][each]?.to })))
    .find((step) => step.to === to)?.each
  if (!act) throw new Error(`Nothing leads to ${to}.`)
  return act
}

/** Counts outcomes such as `approved → active: activate`. */
async function replayed(list: readonly Change[]): Promise<Record<string, number>> {
  const tenant = await aTenant()
  const { methodologyId } = await anApprovedMethodology(tenant)
  const draft = {
    ...{ projectName: 'A project', description: 'As published.', methodologyId },
    ...{ measurementProviderId: 'measurer', verificationProviderId: 'verifier' },
    ...{ startDate: '2024-01-01', endDate: '2034-01-01', country: 'KE' },
  }

  async function take(projectId: string, act: ProjectAct): Promise<unknown> {
    if (act === 'activate') {
      const body = { projectId, periodStart: '2024-01-01', periodEnd: '2024-12-31' }
      return tenant.proponent.call(openMeasurement, { body })
    }
    const caller = isTakenBy(projectMachine, act, 'proponent') ? tenant.proponent : tenant.tenantAdmin
    return caller.call(decideProject, { params: { projectId }, body: { act, reason: 'As published.' } })
  }

  async function endOf(change: Change): Promise<string> {
    const [from, to] = [statusOf(change.from_status), statusOf(change.to_status)]
    if (from === to) return `${from} stays`
    const { projectId } = await tenant.proponent.call(createProject, { body: draft })
    await tenant.world
      .sql`update project set status = ${from} where tenant_id = ${tenant.tenant.id} and id = ${projectId}`
    const act = actFor(from, to)
    const refusal = await take(projectId, act).then(
      () => null,
      (error: unknown) => error,
    )
    const { status } = await tenant.tenantAdmin.call(readProject, { query: { projectId } })
    if (refusal === null) {
      expect(status).toBe(to)
      return `${from} → ${to}: ${act}`
    }
    expect(refusal).toMatchObject({ status: 409, message: expect.stringContaining(`The project is ${from}`) })
    expect(status).toBe(from)
    return `${from} → ${to}: refused`
  }

  const ends: Record<string, number> = {}
  for (const change of list) {
    const end = await endOf(change)
    ends[end] = (ends[end] ?? 0) + 1
  }
  return ends
}

test('published changes of status are made by an act or refused with the state', async () => {
  expect(await replayed(made)).toEqual({
    'draft → pending: submit': 1,
    'pending → draft: return': 1,
    'pending → approved: approve': 1,
    'pending → rejected: reject': 1,
    'approved → active: activate': 1,
    'approved → withdrawn: withdraw': 1,
    'active → suspended: suspend': 1,
    'suspended → withdrawn: withdraw': 1,
    'pending stays': 1,
    'pending → withdrawn: refused': 1,
    'approved → pending: refused': 1,
    'rejected → pending: refused': 1,
    'withdrawn → approved: refused': 1,
  })
})

const realChanges = join(import.meta.dirname, '../../../shared/data/project_status_changes.csv.gz')
if (existsSync(realChanges)) {
  test('all changes of status of a real year are made or refused', async () => {
    const list = changes.parse(parse(gunzipSync(readFileSync(realChanges)), { columns: true }))
    const ends = await replayed(list)
    process.stdout.write(`${JSON.stringify(ends, null, 2)}\n`)
    expect(Object.values(ends).reduce((sum, count) => sum + count, 0)).toBe(337)
    expect(
      Object.keys(ends)
        .filter((end) => end.endsWith('refused'))
        .sort(),
    ).toEqual([
      'active → pending: refused',
      'approved → pending: refused',
      'draft → withdrawn: refused',
      'pending → withdrawn: refused',
      'rejected → pending: refused',
    ])
  }, 120_000)
}
