import { LRUCache } from 'lru-cache'
import { type Asker, bearerIn } from '#server/infra/auth/asker.ts'
import { siteAt } from '#server/people/tenants/sites.ts'
import { Failure, nullOn } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import type { PeopleDeps } from './deps.ts'
import { judge, type Standing } from './standing.ts'

/** Notified by `migrations/current/tell_of_standing.sql`. */
export const standingChannel = 'standing'
/** Cache lifetime; notifications clear the cache earlier. */
const standingMs = 10_000
const maxStandings = 10_000

export type Actors = {
  /** Returns the caller, or a visitor without a token. Throws `unauthenticated` for a refused token. */
  actorOf: (asker: Asker) => Promise<Actor>
  /** Like `actorOf`, but a refused token makes a visitor. */
  welcome: (asker: Asker) => Promise<Actor>
  /** Empties the cache of this process. */
  forget: () => void
}

/** Identifies callers by token and record. */
export function actorsWith(deps: PeopleDeps): Actors {
  const standings = new LRUCache<string, Standing>({ max: maxStandings, ttl: standingMs })
  /** Counts calls of `forget`. */
  let forgotten = 0

  async function standingOf(token: string, siteTenantId: string, asker: Asker): Promise<Standing> {
    const verified = await deps.verifyToken(token, asker.log)
    const key = `${siteTenantId}\n${token}`
    const remembered = standings.get(key)
    if (remembered) return remembered
    const before = forgotten
    const standing = await judge(deps, verified, siteTenantId, asker)
    // A standing read before a `forget` may be stale.
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
