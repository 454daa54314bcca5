import { isDeepStrictEqual } from 'node:util'
import type { FastifyPluginAsync } from 'fastify'
import { createLocalJWKSet } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Configuration, Provider } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { Issuer } from '#server/infra/auth/issuer.ts'
import type { Config } from '#server/infra/config.ts'
import { workOnChanges } from '#server/infra/db/changes.ts'
import { type Database, levelOf } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/doors/deps.ts'
import { callCounts, shareCounts } from '#server/infra/http/call-counts.ts'
import type { Mail } from '#server/infra/mail/mail.ts'
import type { Directory } from '#server/people/users/directory.ts'
import { noticePage } from './pages/notice-page.ts'
import { choiceCookies, lookOf } from './pages/visit.ts'
import { sweepExpired } from './protocol/artefacts.ts'
import type { Identity, IdentityOptions, SamplePerson } from './protocol/identity.ts'
import { keysChanged, loadKeys } from './protocol/keys.ts'
import { accessTokenFor, makeProvider } from './protocol/provider.ts'
import { type IdentitySite, identitySites } from './protocol/sites.ts'
import { identityRoutes } from './routes.ts'
import { embeddedDirectory } from './sign-in/directory.ts'

/** Short in case of theft, long enough to make renewals rare. */
export const tokenLifetimeS = 900
/** An office may share one address; a sign-in takes some ten calls. */
const callsPerMinute = 600
/** Cached providers; those of other sites are made within milliseconds. */
const maxProviders = 50
const sweepEveryMs = 10 * 60_000

export type StartOptions = {
  sql: Database
  config: Config
  log: Log
  mail: Mail | null
  callsPerMinute?: number
  /** Of a sandbox; they sign in without a password. */
  samplePeople?: readonly SamplePerson[] | undefined
}

export type RunningIdentity = {
  /** Register these under the path of the issuers. */
  routes: FastifyPluginAsync
  directory: Directory
  /** The issuer at PUBLIC_URL, without the network. */
  findIssuer: () => Promise<Issuer>
  /** Returns an access token without a sign-in, for tests. */
  issueToken(personId: string, tenantId?: string): Promise<string>
  stop(): Promise<void>
}

/** Needs a migrated database, which several processes may share. */
export async function startIdentity({ sql, config, log, mail, ...given }: StartOptions): Promise<RunningIdentity> {
  const options: IdentityOptions = {
    clientId: config.OIDC_CLIENT_ID,
    audience: config.OIDC_AUDIENCE,
    groupsClaim: config.OIDC_GROUPS_CLAIM,
    tokenLifetimeS,
    idleS: config.SESSION_IDLE_MINUTES * 60,
    callsPerMinute: given.callsPerMinute ?? callsPerMinute,
  }
  const sites = identitySites({ sql, config })
  const counts = callCounts()
  const sharing = shareCounts(counts, sql, log)
  const { samplePeople: people } = given
  const sample = people ? { tenantId: config.TENANT_ID, people } : null
  const current = await currentOf(sql, options, log)
  const identity: Identity = { sql, options, sites, mail, log, counts, sample, current }
  const changeOver = async () => {
    try {
      identity.current = await currentOf(sql, options, log)
    } catch (err) {
      log[levelOf(err)]({ err }, 'keys could not be read, the former ones stay in use')
    }
  }
  // Also after reconnections, which lose notifications.
  const unlisten = await sql.listen(keysChanged, changeOver, changeOver)
  const sweeping = workOnChanges({
    work: () => sweepExpired(sql).catch((err: unknown) => log[levelOf(err)]({ err }, 'sweep failed')),
    lookEveryMs: sweepEveryMs,
  })
  return {
    routes: identityRoutes(identity),
    directory: embeddedDirectory(identity),
    findIssuer: async () => ({ name: config.OIDC_AUTHORITY, keyOf: identity.current.keyOf, origins: [] }),
    async issueToken(personId, tenantId = config.TENANT_ID) {
      const { keys, providerOf } = identity.current
      return accessTokenFor(providerOf(await sites.of(tenantId)), keys, options, personId)
    },
    async stop() {
      await Promise.all([unlisten(), sharing.stop(), sweeping.stop()])
    },
  }
}

async function currentOf(sql: Database, options: IdentityOptions, log: Log): Promise<Identity['current']> {
  const keys = await loadKeys(sql)
  const providers = new LRUCache<string, { provider: Provider; site: IdentitySite }>({ max: maxProviders })
  return {
    keys,
    keyOf: createLocalJWKSet({ keys: keys.jwks.map(({ d: _private, ...jwk }) => jwk) }),
    providerOf(site) {
      const existing = providers.get(site.issuer)
      if (existing && isDeepStrictEqual(existing.site, site)) return existing.provider
      const provider = makeProvider(sql, keys, options, site, errorPage(site))
      provider.on('server_error', (_ctx, err) => log[levelOf(err)]({ err }, 'the identity provider failed'))
      // The listener above logs what Koa would print.
      provider.silent = true
      providers.set(site.issuer, { provider, site })
      return provider
    },
  }
}

/** Shows the provider's errors as our pages, with details for developers. */
function errorPage(site: IdentitySite): Configuration['renderError'] {
  return (ctx, out, error) => {
    const cookies = Object.fromEntries(
      Object.values(choiceCookies(site.origin)).map((name) => [name, ctx.cookies.get(name, { signed: false })]),
    )
    const look = lookOf({ headers: ctx.headers, cookies }, new URL(`${site.issuer}${ctx.url}`), site)
    const notice = error instanceof errors.SessionNotFound ? 'expired' : ctx.status >= 500 ? 'broken' : 'refused'
    ctx.type = 'html'
    ctx.body = noticePage(look, notice, notice === 'refused' ? `${out.error}: ${out.error_description ?? ''}` : null)
  }
}
