import { expect, test } from 'vitest'
import { anEmptyDatabase } from '#tests/kit/database.ts'
import { wireTime } from './times.ts'

test('a time as PostgreSQL writes it for answers is the same as by way of a Date', async () => {
  const { sql } = await anEmptyDatabase()
  const rows = await sql<{ at: Date; written: string }[]>`
    select at, ${wireTime(sql, sql`at`)} as written
    from (
      select unnest(array[
        '0100-01-01T00:00:00Z', '1969-12-31T23:59:59.999Z', '2024-02-29T06:49:56.1Z', '2024-03-05T06:49:56.12Z', '2024-03-05T06:49:56.000456Z',
        '9999-12-31T23:59:59.999999Z'
      ]::timestamptz[]) as at
      union all
      select timestamptz '2000-01-01Z' + n * interval '123456.789012 s' from generate_series(1, 5000) n
    ) t`
  expect(rows).toHaveLength(5_006)
  expect(rows.map(({ written }) => written)).toEqual(rows.map(({ at }) => at.toISOString()))
})
