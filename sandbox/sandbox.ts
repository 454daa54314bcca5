import type { Database } from '#server/infra/db/database.ts'
import { sandboxEmail, sandboxPassword, sandboxRoles } from './people.ts'
import type { SampleDeps } from './sample.ts'
import { fillSample } from './sample.ts'
import { seedPeople } from './seed.ts'

/**
 * Creates the sandbox's people and sample data; idempotent. `sql` is the whole deployment's pool. Returns the sign-in
 * instructions.
 */
export async function openSandbox(sql: Database, deps: SampleDeps): Promise<string> {
  const { config } = deps
  await fillSample(deps, await seedPeople(sql, config))
  const people = sandboxRoles.map((role) => `  ${sandboxEmail(role)}`)
  const password = await sandboxPassword(config.DATA_DIR, config.SANDBOX_PASSWORD)
  return ['', 'Sign in as', ...people, `with the password ${password}`].join('\n')
}
