import { LRUCache } from 'lru-cache'
import { bearerIn, type Requester } from '#server/infra/auth/requester.ts'
import { siteAt } from '#server/people/tenants/sites.ts'
import { Failure, nullOn } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { actingFor } from './chosen-account.ts'
import type { PeopleDeps } from './deps.ts'
import { judge, rightsAt, type Standing } from './standing.ts'

/** Notified by `migrations/current/tell_of_standing.sql`. */
export const standingChannel = 'standing'
/** Cache lifetime; notifications clear the cache earlier. */
const standingMs = 10_000
const maxStandings = 10_000

export type Actors = {
  /** Returns the caller, or a visitor without a token. Throws `unauthenticated` for a refused token. */
  actorOf: (requester: Requester) => Promise<Actor>
  /** Like `actorOf`, but a refused token makes a visitor. */
  welcome: (requester: Requester) => Promise<Actor>
  /** Empties the cache of this process. */
  forget: () => void
}

/** Identifies callers by token and record. */
export function actorsWith(
  deps: Pick<PeopleDeps, 'sql' | 'lookups' | 'config' | 'verifyToken' | 'directory' | 'now'>,
): Actors {
  const standings = new LRUCache<string, Standing>({ max: maxStandings, ttl: standingMs })
  /** Counts calls of `forget`. */
  let forgotten = 0

  async function standingOf(token: string, siteTenantId: string, requester: Requester): Promise<Standing> {
    const verified = await deps.verifyToken(token, requester.log)
    const key = `${siteTenantId}\n${token}`
    const remembered = standings.get(key)
    if (remembered) return remembered
    const before = forgotten
    const standing = await judge(deps, verified, siteTenantId, requester)
    // A standing read before a `forget` may be stale.
    if (forgotten === before) standings.set(key, standing)
    return standing
  }

  async function rightsOf(token: string, siteTenantId: string, requester: Requester) {
    const standing = await standingOf(token, siteTenantId, requester)
    return actingFor(rightsAt(standing, deps.now()), requester.account)
  }

  async function actorOf(requester: Requester): Promise<Actor> {
    const { tenant } = await siteAt(deps, requester.host)
    const token = bearerOf(requester)
    return token === null
      ? visitor(tenant.id, requester)
      : actor(await rightsOf(token, tenant.id, requester), requester)
  }

  return {
    actorOf,
    async welcome(requester) {
      const caller = await actorOf(requester).catch(nullOn('unauthenticated'))
      return caller ?? visitor((await siteAt(deps, requester.host)).tenant.id, requester)
    },
    forget() {
      forgotten += 1
      standings.clear()
    },
  }
}

function actor(
  rights: ReturnType<typeof rightsAt>,
  { address, requestId }: Pick<Requester, 'address' | 'requestId'>,
): Actor {
  return { ...rights, address, requestId }
}

/** Nobody signed in. */
export function visitor(tenantId: string, requester: Pick<Requester, 'address' | 'requestId'>): Actor {
  return actor({ userId: null, tenantId, accountIds: [], adminOf: [], isTenantAdmin: false }, requester)
}

function bearerOf({ authorization: header }: Requester): string | null {
  if (header === undefined) return null
  const token = bearerIn(header)
  if (!token) throw new Failure('unauthenticated', 'Send the token as "Authorization: Bearer …".')
  return token
}
