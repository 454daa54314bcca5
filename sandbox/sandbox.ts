import { translate } from '#server/identity/texts/texts.ts'
import type { Config } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import { ensureConfiguredTenant } from '#server/people/tenants/configured.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { type SandboxRole, samplePeople, sandboxPassword } from './cast/people.ts'
import { seedPeople } from './cast/seed.ts'
import type { SampleDeps } from './sample.ts'
import { isClockUp, putUpClock, takeDownClock } from './story/clock.ts'

export { samplePeople }

/** `hasStory`: a story of earlier years is due, in this process (`startStory`). */
export type Sandbox = { usernames: Record<SandboxRole, string>; isNew: boolean; hasStory: boolean }

/** Creates the sandbox's people; idempotent. `sql` is the whole deployment's pool. */
export async function prepareSandbox(sql: Database, config: Config): Promise<Sandbox> {
  await ensureConfiguredTenant({ sql, config })
  const usernames = await seedPeople(sql, config)
  const [project] = await sql`select from project where tenant_id = ${config.TENANT_ID} limit 1`
  const isNew = project === undefined
  const hasStory = (isNew && config.SANDBOX_STORY) || (await isClockUp(sql))
  if (hasStory) await putUpClock(sql)
  return { usernames, isNew, hasStory }
}

/** Adds the sample data to a new sandbox. Returns the sign-in instructions. */
export async function openSandbox(deps: SampleDeps, { usernames, isNew }: Sandbox): Promise<string> {
  const { config } = deps
  if (isNew) {
    const { fillSample } = await import('./sample.ts')
    await fillSample(deps, usernames)
  }
  const people = samplePeople.map(({ email, does }) => `  ${email.padEnd(28)} ${translate('en', does)}`)
  const password = await sandboxPassword(config.DATA_DIR, config.SANDBOX_PASSWORD)
  return [
    '',
    'Sign in there by one click as one of these people, or with the password',
    `${password}`,
    '',
    ...people,
    '',
    `Ctrl-C stops everything. The data stays in ${config.DATA_DIR}.`,
  ].join('\n')
}

type StoryDeps = Pick<UnitsDeps, 'config' | 'log' | 'chain' | 'files' | 'scan' | 'issuerOf'>

/**
 * Tells the story beside the running registry; after a stop or a kill the next start begins it anew. `done` is whether
 * it was told. `sql` is the whole deployment's pool.
 */
export function startStory(
  sql: Database,
  deps: StoryDeps,
  { usernames }: Pick<Sandbox, 'usernames'>,
  onYear: (year: number) => void,
): { done: Promise<boolean>; stop(): Promise<void> } {
  const ending = new AbortController()
  const tell = async () => {
    const [{ isTold }, { tellStory }] = await Promise.all([import('./story/cast.ts'), import('./story/story.ts')])
    if (!(await isTold(sql, deps.config.TENANT_ID)))
      await tellStory(sql, deps, usernames, { signal: ending.signal, onYear })
    await takeDownClock(sql)
    return true
  }
  const done = tell().catch((err: unknown) => {
    if (!ending.signal.aborted) deps.log.warn({ err }, 'The sandbox’s story waits for the next start.')
    return false
  })
  return {
    done,
    async stop() {
      ending.abort()
      await done
    },
  }
}
