import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/infra/db/database.ts'
import type { MeasurementStatus } from '#shared/rules/lifecycle/measurement.ts'
import type { ProjectStatus, Stage } from '#shared/rules/lifecycle/project.ts'
import type { VerificationStatus } from '#shared/rules/lifecycle/verification.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { summaryById } from './projects.store.ts'

/** One period; `issued`: of 10 verified units. */
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
  { imported = 0, endDate = null }: { imported?: number; endDate?: string | null } = {},
): Promise<string> {
  const id = `p${++made}`
  await sql`
    insert into project (tenant_id, id, account_id, number, name, status, end_date)
    values ('t', ${id}, 'a', ${made}, 'P', ${status}, ${endDate})`
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

const today = '2026-03-01'

async function summaryOf(sql: Database, id: string) {
  const row = await summaryById(sql, 't', id, { today, imagesUrl: '/images', pictureLink: '' })
  return row?.summary
}

/** The furthest open step, else by minted units. */
function stageAfter(history: readonly Period[], minted: number): Stage {
  if (history.some(({ verified }) => verified && openVerifications.includes(verified))) return 'verification'
  if (history.some(({ verified, issued = 0 }) => verified === 'verified' && issued < 10)) return 'issuance'
  if (history.some(({ measured }) => openMeasurements.includes(measured))) return 'measurement'
  return minted > 0 ? 'issuance' : 'measurement'
}

test('the stage follows from what has happened, whatever has', async () => {
  const { sql } = database
  for (const history of histories) {
    for (const imported of [0, 7]) {
      const id = await aProject(sql, 'active', history, { imported })
      const minted = imported + history.reduce((sum, period) => sum + (period.issued ?? 0), 0)
      expect({ history, ...(await summaryOf(sql, id)) }).toMatchObject({
        assetsMinted: minted,
        stage: stageAfter(history, minted),
      })
    }
  }
})

const endDate = '2026-02-28'
const open: Period = { measured: 'submitted' }
const unissued: Period = { measured: 'accepted', verified: 'verified', issued: 5 }
const issued: Period = { measured: 'accepted', verified: 'verified', issued: 10 }

test.each([
  ['a draft', 'draft', [], { endDate }, 'registration'],
  ['a project that waits for its approval', 'pending', [], {}, 'registration'],
  ['nothing measured yet', 'active', [], {}, 'measurement'],
  ['an open measurement', 'active', [open], { endDate }, 'measurement'],
  ['an open verification', 'active', [open, { ...open, verified: 'requested' }, unissued], {}, 'verification'],
  ['verified, not all of it issued', 'active', [unissued], { endDate }, 'issuance'],
  ['all issued, between two periods', 'active', [issued], {}, 'issuance'],
  ['all issued, and the next measurement is open', 'active', [issued, open], {}, 'measurement'],
  ['all issued, and the time is over', 'active', [issued], { endDate }, 'completed'],
  ['nothing issued, and the time is over', 'active', [], { endDate }, 'completed'],
  ['nothing issued, on the last day', 'active', [], { endDate: today }, 'measurement'],
] as const)('%s', async (_, status, history, facts, stage) => {
  const id = await aProject(database.sql, status, history, facts)
  expect(await summaryOf(database.sql, id)).toMatchObject({ stage })
})
