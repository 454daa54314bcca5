import { translate } from '#server/identity/texts/texts.ts'
import { type ChainSettings, connectChain } from '#server/infra/chain/chain.ts'
import type { Config } from '#server/infra/config.ts'
import type { Database } from '#server/infra/db/database.ts'
import { scannerAt } from '#server/infra/files/scan.ts'
import { connectFiles } from '#server/infra/files/store.ts'
import type { Log } from '#server/infra/log.ts'
import { ensureConfiguredTenant } from '#server/people/tenants/configured.ts'
import { type SandboxRole, samplePeople, sandboxPassword } from './cast/people.ts'
import { seedPeople } from './cast/seed.ts'
import type { SampleDeps } from './sample.ts'
import { fillSample } from './sample.ts'

export { samplePeople }

export type Sandbox = { usernames: Record<SandboxRole, string>; isNew: boolean }

/**
 * Creates the sandbox's people, and in an empty tenant the story of earlier years; idempotent. `sql` is the whole
 * deployment's pool, which no background worker uses yet.
 */
export async function prepareSandbox(
  sql: Database,
  { config, log, node }: { config: Config; log: Log; node: Pick<ChainSettings, 'rpcUrl' | 'operatorKey'> },
): Promise<Sandbox> {
  await ensureConfiguredTenant({ sql, config })
  const usernames = await seedPeople(sql, config)
  const [project] = await sql`select from project where tenant_id = ${config.TENANT_ID} limit 1`
  const isNew = project === undefined
  if (isNew && config.SANDBOX_STORY) {
    const { tellStory } = await import('./story/story.ts')
    const chain = connectChain({ ...node, confirmations: config.CHAIN_CONFIRMATIONS, explorerUrl: null })
    const files = await connectFiles(config.STORAGE_URL, config.DATA_DIR)
    await tellStory(sql, { config, log, chain, files, scan: scannerAt(config.CLAMAV_URL) }, usernames)
  }
  return { usernames, isNew }
}

/** Adds the sample data to a new sandbox. Returns the sign-in instructions. */
export async function openSandbox(deps: SampleDeps, { usernames, isNew }: Sandbox): Promise<string> {
  const { config } = deps
  if (isNew) await fillSample(deps, usernames)
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
