import type { Configuration } from 'oidc-provider'
import { errors } from 'oidc-provider'
import type { Database } from '#server/db/database.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { Directory } from '#server/users/directory.ts'
import { DEFAULT_GROUPS_CLAIM } from '#shared/rules/groups.ts'
import { sweepExpired } from './artefacts.ts'
import { embeddedDirectory } from './directory.ts'
import { type Handler, identityHandler } from './handler.ts'
import type { Identity, IdentityOptions, Log } from './identity.ts'
import { keysChanged, loadKeys } from './keys.ts'
import { noticePage } from './pages/notice-page.ts'
import { credentialsOf } from './persons.ts'
import { accessTokenFor, makeProvider } from './provider.ts'
import { lookOf } from './visit.ts'

/** How long access and id tokens are valid unless told otherwise: a stolen one is of little use, a renewal is rare. */
export const tokenLifetimeS = 900
/** From one address, which may be a whole office's; a sign-in takes some ten calls. */
const callsPerMinute = 600
const sweepEveryMs = 10 * 60_000

export type StartOptions = {
  sql: Database
  /** `{PUBLIC_URL}/identity`: where the handler is mounted. */
  issuer: string
  clientId: string
  audience: string
  publicUrl: string
  registryName: string
  groupsClaim?: string
  tokenLifetimeS?: number
  callsPerMinute?: number
  log: Log
  mail?: Mail | null
}

export type RunningIdentity = {
  handler: Handler
  directory: Directory
  /** An access token for somebody, without signing in: for tests. Fails if nobody has the address. */
  issueToken(email: string): Promise<string>
  stop(): Promise<void>
}

/** Starts the embedded identity provider on a migrated database. Several processes may run it on the same one. */
export async function startIdentity({ sql, log, mail = null, ...given }: StartOptions): Promise<RunningIdentity> {
  const options: IdentityOptions = {
    ...given,
    publicUrl: given.publicUrl.replace(/\/$/, ''),
    groupsClaim: given.groupsClaim ?? DEFAULT_GROUPS_CLAIM,
    tokenLifetimeS: given.tokenLifetimeS ?? tokenLifetimeS,
    callsPerMinute: given.callsPerMinute ?? callsPerMinute,
  }
  const identity: Identity = { sql, options, mail, log, current: await currentOf(sql, options, log) }
  const changeOver = async () => {
    try {
      identity.current = await currentOf(sql, options, log)
    } catch (err) {
      log.error({ err }, 'keys could not be read, the former ones stay in use')
    }
  }
  // Also whenever the connection is there again, as what was said meanwhile was not heard.
  const listening = await sql.listen(keysChanged, changeOver, changeOver)
  const sweep = setInterval(
    () => sweepExpired(sql).catch((err: unknown) => log.error({ err }, 'sweep failed')),
    sweepEveryMs,
  )
  sweep.unref()
  return {
    handler: identityHandler(identity),
    directory: embeddedDirectory(identity),
    async issueToken(email) {
      const person = await credentialsOf(sql, email)
      if (!person) throw new Error(`Nobody signs in as ${email}.`)
      return accessTokenFor(identity.current.provider, identity.current.keys, options, person.id)
    },
    async stop() {
      clearInterval(sweep)
      await listening.unlisten()
    },
  }
}

async function currentOf(sql: Database, options: IdentityOptions, log: Log): Promise<Identity['current']> {
  const keys = await loadKeys(sql)
  const provider = makeProvider(sql, keys, options, errorPage(options))
  provider.on('server_error', (_ctx, err) => log.error({ err }, 'the identity provider failed'))
  provider.silent = true // the line above has what Koa would print
  return { keys, provider }
}

/** The provider's own errors in our pages: what a person may do stays plain, what a developer needs stands below. */
function errorPage(options: IdentityOptions): Configuration['renderError'] {
  return (ctx, out, error) => {
    const look = lookOf(ctx.req, new URL(ctx.url, options.issuer), options)
    const notice = error instanceof errors.SessionNotFound ? 'expired' : ctx.status >= 500 ? 'broken' : 'refused'
    ctx.type = 'html'
    ctx.body = noticePage(look, notice, notice === 'refused' ? `${out.error}: ${out.error_description ?? ''}` : null)
  }
}
