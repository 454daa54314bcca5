import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/infra/db/database.ts'
import type { MeasurementStatus } from '#shared/rules/lifecycle/measurement.ts'
import { type ProjectStatus, stageOf } from '#shared/rules/lifecycle/project.ts'
import type { VerificationStatus } from '#shared/rules/lifecycle/verification.ts'
import { aDatabase } from '#tests/database.ts'
import { summaryById } from './projects.store.ts'

/** One period: how far it has come, and how many of its 10 verified units are issued. */
type Period = { measured: MeasurementStatus; verified?: VerificationStatus; issued?: number }

const openMeasurements: MeasurementStatus[] = ['scheduled', 'in progress', 'submitted', 'changes requested']
const openVerifications: VerificationStatus[] = ['requested', 'in progress', 'findings open']

const openPeriods: Period[] = [
  ...openMeasurements.map((measured) => ({ measured })),
  ...openVerifications.map((verified) => ({ measured: 'accepted' as const, verified })),
]
const endedPeriods: Period[] = [
  { measured: 'rejected' },
  { measured: 'accepted', verified: 'not verified' },
  ...[0, 4, 10].map((issued) => ({ measured: 'accepted' as const, verified: 'verified' as const, issued })),
]
const periods = [...openPeriods, ...endedPeriods]
const histories: Period[][] = [
  [],
  ...periods.map((period) => [period]),
  ...endedPeriods.flatMap((first) => periods.map((second) => [first, second])),
]

let database: Awaited<ReturnType<typeof aDatabase>>
beforeAll(async () => {
  database = await aDatabase()
  await database.sql`
    insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values ('t', 'T', 'Unit', 'Units', 'TT')`
  await database.sql`insert into account (tenant_id, id, name, kind, status) values ('t', 'a', 'A', 'proponent', 'active')`
})
afterAll(() => database.drop())

let made = 0

async function aProject(
  sql: Database,
  status: ProjectStatus,
  history: readonly Period[],
  imported: number,
): Promise<string> {
  const id = `p${++made}`
  await sql`insert into project (tenant_id, id, account_id, number, name, status) values ('t', ${id}, 'a', ${made}, 'P', ${status})`
  for (const [at, period] of history.entries()) {
    const work = `${id}-${at}`
    await sql`
      insert into measurement (tenant_id, id, project_id, account_id, period, quantity, status, submitted_account_id)
      values ('t', ${work}, ${id}, 'a', daterange(make_date(${2020 + at}, 1, 1), make_date(${2021 + at}, 1, 1)), 10, ${period.measured}, 'a')`
    if (!period.verified) continue
    await sql`
      insert into verification (tenant_id, id, measurement_id, project_id, account_id, quantity, status)
      values ('t', ${work}, ${work}, ${id}, 'a', 10, ${period.verified})`
    if (period.issued) await insertAsset(sql, id, { batch: at + 1, verificationId: work, issued: period.issued })
  }
  if (imported > 0) await insertAsset(sql, id, { batch: 100, verificationId: null, issued: imported })
  return id
}

async function insertAsset(
  sql: Database,
  projectId: string,
  { batch, verificationId, issued }: { batch: number; verificationId: string | null; issued: number },
): Promise<void> {
  await sql`
    insert into asset (tenant_id, id, project_id, verification_id, vintage, batch, country, verified_quantity, issued)
    values ('t', ${`${projectId}-${batch}`}, ${projectId}, ${verificationId}, '[2020-01-01,2021-01-01)', ${batch}, 'KE', 10, ${issued})`
}

test('what SQL counts leads to the same stage as what has happened, whatever has', async () => {
  const { sql } = database
  for (const history of histories) {
    for (const imported of [0, 7]) {
      const id = await aProject(sql, 'active', history, imported)
      const row = await summaryById(sql, 't', id)
      const issued = history.reduce((sum, period) => sum + (period.issued ?? 0), 0)
      const verified = history.filter((period) => period.verified === 'verified').length * 10
      expect({ history, ...row }).toMatchObject({
        openMeasurements: history.filter(({ measured }) => openMeasurements.includes(measured)).length,
        openVerifications: history.filter((period) => period.verified && openVerifications.includes(period.verified))
          .length,
        unissued: BigInt(verified - issued),
        minted: BigInt(issued + imported),
      })
    }
  }
})

const nothing = {
  status: 'active',
  openMeasurements: 0,
  openVerifications: 0,
  unissued: 0,
  minted: 0,
  isOver: false,
} as const

test.each([
  ['a draft', { status: 'draft', isOver: true }, 'registration'],
  ['a project that waits for its approval', { status: 'pending' }, 'registration'],
  ['nothing measured yet', {}, 'measurement'],
  ['an open measurement', { openMeasurements: 1, isOver: true }, 'measurement'],
  ['an open verification', { openVerifications: 1, openMeasurements: 1, unissued: 5 }, 'verification'],
  ['verified, nothing issued', { unissued: 5, isOver: true }, 'issuance'],
  ['all issued, between two periods', { minted: 5 }, 'issuance'],
  ['all issued, and the next measurement is open', { minted: 5, openMeasurements: 1 }, 'measurement'],
  ['all issued, and the time is over', { minted: 5, isOver: true }, 'completed'],
  ['nothing issued, and the time is over', { isOver: true }, 'completed'],
] as const)('%s', (_, facts, stage) => {
  expect(stageOf({ ...nothing, ...facts })).toBe(stage)
})
