import type { Database } from '#server/infra/db/database.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { sandboxEmail, sandboxPassword, sandboxRoles } from './people.ts'
import { fillSample } from './sample.ts'
import { seedPeople } from './seed.ts'

/**
 * Makes the sandbox's people and fills an empty tenant with sample data; a second call changes nothing. `sql` is the pool of
 * the whole deployment. Returns the lines that say as whom one can sign in.
 */
export async function openSandbox(sql: Database, deps: UnitsDeps): Promise<string> {
  const { config } = deps
  await fillSample(deps, await seedPeople(sql, config))
  const people = sandboxRoles.map((role) => `  ${sandboxEmail(role)}`)
  const password = await sandboxPassword(config.DATA_DIR, config.SANDBOX_PASSWORD)
  return ['', 'Sign in as', ...people, `with the password ${password}`].join('\n')
}
