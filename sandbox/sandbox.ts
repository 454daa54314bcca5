import type { Deps } from '#server/app/deps.ts'
import type { Database } from '#server/infra/db/database.ts'
import { sandboxEmail, sandboxPassword, sandboxRoles } from './people.ts'
import { fillSample } from './sample.ts'
import { seedPeople } from './seed.ts'

/**
 * Makes the sandbox's people and fills an empty tenant with sample data; a second time changes nothing. `sql` is the pool
 * that works for the whole deployment. Returns the lines that say as whom one can sign in.
 */
export async function openSandbox(sql: Database, deps: Deps): Promise<string> {
  const { config } = deps
  await fillSample(deps, await seedPeople({ sql, config }))
  const people = sandboxRoles.map((role) => `  ${sandboxEmail(role)}`)
  const password = await sandboxPassword(config.DATA_DIR, config.SANDBOX_PASSWORD)
  return ['', 'Sign in as', ...people, `with the password ${password}`].join('\n')
}
