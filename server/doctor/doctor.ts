import type { Chain } from '#server/infra/chain/chain.ts'
import type { Config } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import { nodeChecks, settlementChecks } from './chain-checks.ts'
import { answers, databaseChecks, isMigrated } from './database-checks.ts'
import { fileChecks } from './file-checks.ts'
import { type Check, type Diagnosis, diagnosed, ok, warning } from './finding.ts'
import { registryChecks } from './registry-checks.ts'
import { surroundingsChecks } from './surroundings-checks.ts'

export type DoctorDeps = {
  sql: Database
  config: Config
  /** Null for the embedded chain, which only its own process reaches. */
  chain: Chain | null
}

/** Yields the result of each check at once. */
export async function* diagnose({ sql, config, chain }: DoctorDeps): AsyncGenerator<Diagnosis> {
  const found = await diagnosed({
    subject: 'database',
    look: () => answers(sql).then(() => []),
    todo: 'see that PostgreSQL runs at DATABASE_URL and lets this user in',
  })
  yield* found
  const isThere = found.length === 0
  if (isThere && !(await isMigrated(sql))) {
    return yield { subject: 'database', ...warning('no registry has been started on it', 'npm start makes one') }
  }
  const checks: Check[] = [
    ...(isThere ? databaseChecks({ sql, config }) : []),
    ...(chain ? nodeChecks(chain) : []),
    ...(isThere && chain ? settlementChecks({ sql, chain }) : []),
    ...(chain
      ? []
      : [{ subject: 'chain', look: async () => ok('embedded, or without CHAIN_OPERATOR_KEY: not looked at') }]),
    ...surroundingsChecks(config),
    ...(isThere ? [...registryChecks({ sql, config }), ...fileChecks({ sql, config })] : []),
  ]
  for (const check of checks) yield* await diagnosed(check)
}
