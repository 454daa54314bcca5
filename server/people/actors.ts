import type { FastifyRequest } from 'fastify'
import { recentlyUsed } from '#server/auth/recently-used.ts'
import { inTenant } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { siteAt } from '#server/tenants/sites.ts'
import { Failure } from '#shared/rules/failure.ts'
import { type Membership, parseGroup } from '#shared/rules/groups.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { personRecord, takeUpInvitation } from './people.store.ts'

type Standing = Pick<Actor, 'userId' | 'tenantId' | 'accountIds' | 'adminOf' | 'isTenantAdmin'>

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
  let standings = recentlyUsed<{ standing: Standing; until: number }>(maxStandings)

  async function standingOf(token: string, siteTenantId: string): Promise<Standing> {
    const verified = await deps.verifyToken(token)
    const key = `${siteTenantId}\n${token}`
    const known = standings.get(key)
    if (known && known.until > Date.now()) return known.standing
    const standing = await judge(deps, verified.subject, verified.groups, siteTenantId)
    standings.set(key, { standing, until: Date.now() + standingMs })
    return standing
  }

  return {
    forget: () => {
      standings = recentlyUsed(maxStandings)
    },
    async actorOf(request) {
      const { tenant } = await siteAt(deps, request.host)
      const token = bearerOf(request)
      const standing = token === null ? visitor(tenant.id) : await standingOf(token, tenant.id)
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

/** Groups give rights only where an account or tenant of ours stands behind them and our own record has not taken them away. */
async function judge(deps: Deps, subject: string, groups: readonly string[], siteTenantId: string): Promise<Standing> {
  const claimed = groups.map(parseGroup).filter((group) => group !== null)
  const tenantId = tenantOfGroups(claimed, deps.config.TENANT_ID) ?? siteTenantId
  const record = await inTenant(deps.sql, tenantId, (tx) =>
    personRecord(tx, tenantId, subject, accountsIn(claimed, tenantId)),
  )
  if (!record.tenantIsActive) throw new Failure('unauthenticated', 'Please sign in again.')
  if (record.status === 'DELETED') throw new Failure('unauthenticated', 'Please sign in again.')
  if (record.status === 'SUSPENDED') throw new Failure('suspended', 'Your access is suspended. Ask your administrator.')
  if (record.status === 'SETUP IN PROGRESS') {
    await inTenant(deps.sql, tenantId, (tx) => takeUpInvitation(tx, tenantId, subject))
  }

  const granted = record.groups === null ? groups : groups.filter((group) => record.groups?.includes(group))
  const held = granted.map(parseGroup).filter((group) => group !== null)
  const known = new Set(record.accountIds)
  const general = accountsIn(
    held.filter((group) => group.role === 'General'),
    tenantId,
  ).filter((id) => known.has(id))
  const adminOf = accountsIn(
    held.filter((group) => group.role === 'AccountAdmin'),
    tenantId,
  ).filter((id) => general.includes(id))
  const isTenantAdmin = held.some(
    (group) => group.role === 'TenantAdmin' && (group.tenantId ?? deps.config.TENANT_ID) === tenantId,
  )
  return { userId: subject, tenantId, accountIds: general, adminOf, isTenantAdmin }
}

function tenantOfGroups(groups: readonly Membership[], configuredTenantId: string): string | null {
  const first = groups.find((group) => group.role === 'General') ?? groups.find((group) => group.role === 'TenantAdmin')
  return first ? (first.tenantId ?? configuredTenantId) : null
}

function accountsIn(groups: readonly Membership[], tenantId: string): string[] {
  return [
    ...new Set(groups.flatMap((group) => (group.accountId && group.tenantId === tenantId ? [group.accountId] : []))),
  ]
}
