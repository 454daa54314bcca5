import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  readTimeline,
  readTimelineLead,
  readTimelineMonths,
  type TimelineEntry,
  type TimelineLead,
} from '#shared/contract/timeline.ts'
import { aBlock, aFolder, aMint, aProject, writeExport } from '#tests/kit/an-export.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { importRegistry } from './import.ts'

const midnightOf = (day: string) => `${day}T00:00:00.000Z`

/** Two issuances and three retirements, dated by day only. */
async function anImportedProject() {
  const tenant = await aTenant()
  const { world, visitor } = tenant
  const project = aProject({ added_to_database: '2021-03-04' })
  const { project_id = '' } = project
  const earlier = aMint({ project_id, quantity: 100, issuance_date: '2021-05-06' })
  const later = aMint({
    project_id,
    quantity: 50,
    issuance_date: '2022-06-01',
    vintage_start: '2021-01-01',
    vintage_end: '2021-12-31',
  })
  const blocks = [
    aBlock(earlier, 1, 30, { retirement_date: '2021-07-01', beneficiary: 'Lake Bakery' }),
    aBlock(earlier, 31, 40, { retirement_date: '2021-07-31' }),
    aBlock(earlier, 41, 100),
    aBlock(later, 1_001, 1_005, { retirement_date: '2022-12-31' }),
    aBlock(later, 1_006, 1_050),
  ]
  const order = {
    tenantId: tenant.tenant.id,
    files: await writeExport({ projects: [project], mints: [earlier, later], blocks }),
    dryRun: false,
    setAsidePath: join(await aFolder(), 'set-aside.csv'),
    today: '2026-03-01',
  }
  const report = await importRegistry(world.sql, order, () => ({ at() {}, done() {} }))
  expect(report.setAsidePath).toBe(null)
  const query = { projectId: String(project_id), tenantId: tenant.tenant.id }
  return {
    lead: (): Promise<TimelineLead> => visitor.call(readTimelineLead, { query }),
    months: async () => (await visitor.call(readTimelineMonths, { query })).months,
    lines: async (month: string): Promise<TimelineEntry[]> =>
      (await visitor.call(readTimeline, { query: { ...query, month } })).items,
  }
}

test('the timeline of an imported project begins with its days, and adds up all of its issuances', async () => {
  const { lead } = await anImportedProject()
  expect(await lead()).toEqual({
    createdAt: midnightOf('2021-03-04'),
    issuances: 2,
    firstIssuedAt: midnightOf('2021-05-06'),
    issued: 150,
    retired: 45,
    burnt: 0,
    lastRetirement: { at: midnightOf('2022-12-31'), account: 'Generated Developers Ltd' },
  })
})

test('imported movements are in the month of their day, the first and the last one of it too', async () => {
  const { months, lines } = await anImportedProject()
  await expect.poll(months).toEqual([
    { key: '2021-05', issued: 100, retired: 0, cancelled: 0, held: 100, acts: 1 },
    { key: '2021-07', issued: 0, retired: 40, cancelled: 0, held: 60, acts: 2 },
    { key: '2022-06', issued: 50, retired: 0, cancelled: 0, held: 110, acts: 1 },
    { key: '2022-12', issued: 0, retired: 5, cancelled: 0, held: 105, acts: 1 },
  ])
  expect(await lines('2021-07')).toMatchObject([
    { at: midnightOf('2021-07-31'), quantity: 10, beneficiary: null },
    { at: midnightOf('2021-07-01'), quantity: 30, beneficiary: 'Lake Bakery' },
  ])
  expect(await lines('2021-06')).toEqual([])
  expect(await lines('2022-06')).toMatchObject([{ act: 'units.mint', quantity: 50 }])
})
