import type { Sql } from '#server/infra/db/database.ts'
import { thingsOfSide } from '#server/infra/db/things-of-side.ts'
import type { Judgement } from '#shared/rules/duties.ts'

/** Returns those of `things` on which the person's side took a step. */
export async function thingsOfSideAmong(
  tx: Sql,
  tenantId: string,
  username: string,
  act: Judgement,
  things: readonly string[],
): Promise<string[]> {
  const rows = await tx<{ subject: string }[]>`
    select distinct own.subject from (${thingsOfSide(tx, tenantId, username, act)}) own
    where own.subject = any (${[...things]}::text[]) limit ${things.length}`
  return rows.map(({ subject }) => subject)
}
