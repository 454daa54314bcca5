import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '#server/deps.ts'
import { siteAt } from '#server/tenants/sites.ts'
import { Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { judge, type Standing } from './standing.ts'

/** How long a caller's standing is believed: suspended users and changed groups take effect within this time. */
const standingMs = 10_000
const maxStandings = 10_000

export type Actors = {
  /** Who calls. A missing or refused token makes a visitor where visitors are welcome; `serve` refuses it elsewhere. */
  actorOf: (request: FastifyRequest) => Promise<Actor>
  /** Lets changed groups and suspensions take effect at once in this process. */
  forget: () => void
}

/** Makes the one place that says who calls: the verified token, held against the registry's own records. */
export function actorsWith(deps: Deps): Actors {
  const standings = new LRUCache<string, Standing>({ max: maxStandings, ttl: standingMs })

  async function standingOf(token: string, siteTenantId: string, request: FastifyRequest): Promise<Standing> {
    const verified = await deps.verifyToken(token, request.log)
    const key = `${siteTenantId}\n${token}`
    const known = standings.get(key)
    if (known) return known
    const standing = await judge(deps, verified, siteTenantId, request)
    standings.set(key, standing)
    return standing
  }

  return {
    forget: () => standings.clear(),
    async actorOf(request) {
      const { tenant } = await siteAt(deps, request.host)
      const token = bearerOf(request)
      const standing = token === null ? visitor(tenant.id) : await standingOf(token, tenant.id, request)
      return { ...standing, address: request.ip, requestId: request.id }
    },
  }
}

/** The same for calls that need no token: a bad one gives no privilege and is no obstacle. */
export function welcoming(actors: Actors, deps: Deps): Actors['actorOf'] {
  return async (request) => {
    try {
      return await actors.actorOf(request)
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'unauthenticated') throw error
      const { tenant } = await siteAt(deps, request.host)
      return { ...visitor(tenant.id), address: request.ip, requestId: request.id }
    }
  }
}

function visitor(tenantId: string): Standing {
  return { userId: null, tenantId, accountIds: [], adminOf: [], isTenantAdmin: false }
}

function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined) return null
  const token = /^Bearer ([A-Za-z0-9._~+/=-]+)$/i.exec(header)?.[1]
  if (!token) throw new Failure('unauthenticated', 'Send the token as "Authorization: Bearer …".')
  return token
}
