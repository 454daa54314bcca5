import type { SamplePerson } from '#server/identity/protocol/identity.ts'
import { type RunningIdentity, startIdentity } from '#server/identity/start.ts'
import { type ChainSettings, connectChain } from '#server/infra/chain/chain.ts'
import type { Config } from '#server/infra/config.ts'
import { mailOf } from '#server/infra/mail/mail.ts'
import type { Tracing } from '#server/infra/tracing/otlp.ts'
import { ensureConfiguredTenant } from '#server/people/tenants/configured.ts'
import type { AppOptions } from './app.ts'
import { startMeasuring } from './measuring.ts'
import { openRegistry, type Registry, type RegistryParts } from './open.ts'
import type { Running } from './running.ts'

export type Foundation = Pick<RegistryParts, 'config' | 'sql' | 'databaseUrl' | 'troubles' | 'log'> & {
  node: Pick<ChainSettings, 'rpcUrl' | 'operatorKey'>
  tracing: Tracing | null
  /** Of a sandbox; they sign in at the embedded provider without a password. */
  samplePeople?: readonly SamplePerson[] | undefined
}

export type Assembled = Registry & {
  /** Null with an external provider. */
  identity: RunningIdentity | null
}

/** Assembles identity provider, metrics and app, without listening; adds each part to `running` at once. */
export async function assemble(
  { node, tracing, samplePeople, ...foundation }: Foundation,
  options: Pick<AppOptions, 'webFolder' | 'checkReplies' | 'callsPerMinute' | 'callsWaiting'>,
  running: Running,
): Promise<Assembled> {
  const { config, sql, log } = foundation
  await ensureConfiguredTenant({ sql, config })
  const identity = config.embedded.identity
    ? await startIdentity({ sql, config, log, samplePeople, mail: mailOf(config) })
    : null
  if (identity) await running.add(identity.stop)
  const measuring = await startMeasuring(config, sql)
  if (measuring) await running.add(measuring.stop)
  const chain = connectChain({
    ...node,
    confirmations: config.CHAIN_CONFIRMATIONS,
    explorerUrl: config.CHAIN_EXPLORER_URL ?? null,
  })
  const directory = identity?.directory ?? (await directoryOf(config))
  const registry = await openRegistry(
    { ...foundation, chain, directory, findIssuer: identity?.findIssuer },
    { ...options, identity: identity?.routes, metrics: measuring?.metrics, tracing: tracing ?? undefined },
  )
  await running.add(registry.stop)
  return { ...registry, identity }
}

/** Imported on demand: external providers need large libraries. */
async function directoryOf(config: Config) {
  const { externalDirectory } = await import('#server/people/users/external-directory.ts')
  return externalDirectory(config.OIDC_AUTHORITY)
}
