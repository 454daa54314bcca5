import { LRUCache } from 'lru-cache'
import { type Asker, bearerIn } from '#server/infra/auth/asker.ts'
import { siteAt } from '#server/people/tenants/sites.ts'
import { Failure, nullOn } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import type { PeopleDeps } from './deps.ts'
import { judge, type Standing } from './standing.ts'

/** Notified by `migrations/current/tell_of_standing.sql` when what somebody may do has changed. */
export const standingChannel = 'standing'
/** How long a caller's standing is remembered where no change of it is heard of. */
const standingMs = 10_000
const maxStandings = 10_000

export type Actors = {
  /** Returns who calls; a visitor if there is no token. Throws `unauthenticated` if the token is refused. */
  actorOf: (asker: Asker) => Promise<Actor>
  /** The same for calls that need no token: with a refused token the caller is a visitor. */
  welcome: (asker: Asker) => Promise<Actor>
  /** Lets changed groups and suspensions take effect at once in this process. */
  forget: () => void
}

/** Makes the one place that decides who calls, by the verified token and the registry's own records. */
export function actorsWith(deps: PeopleDeps): Actors {
  const standings = new LRUCache<string, Standing>({ max: maxStandings, ttl: standingMs })
  /** How often everything was forgotten. */
  let forgotten = 0

  async function standingOf(token: string, siteTenantId: string, asker: Asker): Promise<Standing> {
    const verified = await deps.verifyToken(token, asker.log)
    const key = `${siteTenantId}\n${token}`
    const remembered = standings.get(key)
    if (remembered) return remembered
    const before = forgotten
    const standing = await judge(deps, verified, siteTenantId, asker)
    // What was read before somebody's standing changed is no answer to later calls.
    if (forgotten === before) standings.set(key, standing)
    return standing
  }

  async function actorOf(asker: Asker): Promise<Actor> {
    const { tenant } = await siteAt(deps, asker.host)
    const token = bearerOf(asker)
    return token === null ? visitor(tenant.id, asker) : actor(await standingOf(token, tenant.id, asker), asker)
  }

  return {
    actorOf,
    async welcome(asker) {
      const caller = await actorOf(asker).catch(nullOn('unauthenticated'))
      return caller ?? visitor((await siteAt(deps, asker.host)).tenant.id, asker)
    },
    forget() {
      forgotten += 1
      standings.clear()
    },
  }
}

function actor(standing: Standing, { address, requestId }: Asker): Actor {
  return { ...standing, address, requestId }
}

function visitor(tenantId: string, asker: Asker): Actor {
  return actor({ userId: null, tenantId, accountIds: [], adminOf: [], isTenantAdmin: false }, asker)
}

function bearerOf({ authorization: header }: Asker): string | null {
  if (header === undefined) return null
  const token = bearerIn(header)
  if (!token) throw new Failure('unauthenticated', 'Send the token as "Authorization: Bearer …".')
  return token
}
