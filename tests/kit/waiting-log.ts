import type { World } from './world.ts'

/** The log of the registry's ledger does not grow while `work` runs. */
export function whileLogWaits<Result>({ sql }: World, tenantId: string, work: () => Promise<Result>): Promise<Result> {
  return sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`ledger_log ${tenantId}`}, 0))`
    return work()
  })
}
