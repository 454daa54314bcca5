import type { Requester } from '#server/infra/auth/requester.ts'
import { inTenant, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { hashOfToken } from '#server/infra/link-token.ts'
import { audit } from '#server/people/audit/audit.ts'
import { type LookupDeps, tenantOf } from '#server/people/tenants/tenants.ts'
import { stateOfLink } from '#shared/rules/auditor-link.ts'
import { because, Failure, nullOn } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { countUse, type LinkRow, linkByHash } from './auditor-links.store.ts'

/** A tenant's id and 32 bytes. */
const tokenShape = /^([A-Za-z0-9_-]{1,64})\.[A-Za-z0-9_-]{43}$/

/** Further calls of a visit are no uses of their own. */
const visitMs = 30 * 60_000

type Deps = LookupDeps & Pick<InfraDeps, 'now'>

/**
 * The bearer of an auditor's link, who reads one account. Fails with `not_found` for a wrong token and for a link of a
 * suspended registry, with `forbidden` for a link that is over. The first call of a visit, also half an hour later, is a
 * line of the audit log.
 */
export async function auditorBehind(
  deps: Deps,
  { address, requestId }: Pick<Requester, 'address' | 'requestId'>,
  token: string,
): Promise<Actor> {
  const tenantId = tokenShape.exec(token)?.[1]
  const tenant = tenantId === undefined ? null : await tenantOf(deps, tenantId).catch(nullOn('not_found'))
  if (!tenant) throw noSuchLink()
  const now = deps.now()
  return inTenant(deps.sql, tenant.id, async (tx) => {
    const row = await linkByHash(tx, tenant.id, hashOfToken(token))
    if (!row) throw noSuchLink()
    refuseOver(row, now)
    const actor = bearerOf(tenant.id, row, { address, requestId })
    const since = new Date(now.valueOf() - visitMs)
    if (await countUse(tx, tenant.id, row.linkId, { now, since }))
      await audit(tx, actor, { act: 'auditorLink.open', subject: `account:${row.accountId}` })
    return actor
  })
}

function bearerOf(tenantId: string, row: LinkRow, request: Pick<Actor, 'address' | 'requestId'>): Actor {
  const { linkId: id, accountId, label, firstYear, lastYear, endsAt } = row
  const link = { id, label, firstYear, lastYear, endsAt }
  return { userId: null, tenantId, accountIds: [accountId], adminOf: [], isTenantAdmin: false, ...request, link }
}

/** Only the bearer of the right token learns which. */
function refuseOver(link: LinkRow, now: Date): void {
  const state = stateOfLink(link, now)
  if (state === 'revoked')
    throw new Failure('forbidden', 'The account has revoked this link.', because('auditorLink.revoked'))
  if (state === 'ended') throw new Failure('forbidden', 'This link has ended.', because('auditorLink.ended'))
}

export function noSuchLink(): Failure {
  return new Failure('not_found', 'There is no such link.', because('noSuch.auditorLink'))
}

/** Records that an auditor saves a file, before its first byte is sent. */
export async function noteSaved(
  { sql, now }: Pick<InfraDeps, 'sql' | 'now'>,
  actor: Actor,
  fileName: string,
): Promise<void> {
  const { link, tenantId, accountIds } = actor
  if (!link) return
  await inTenant(sql, tenantId, async (tx: Sql) => {
    await countUse(tx, tenantId, link.id, { now: now() })
    const subject = `account:${accountIds[0]}`
    await audit(tx, actor, { act: 'auditorLink.save', subject, after: { originalName: fileName } })
  })
}
