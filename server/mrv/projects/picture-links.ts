import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { holderOfLink, linkOf } from '#server/mrv/documents/link.ts'
import { asSeenFrom } from '#server/mrv/documents/visiting.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/** Links last one to two periods and are equal within one, so that browsers can cache. */
const periodMs = 3_600_000
const pictures = 'pictures'

/** Query part that opens unpublished pictures, because `<img>` sends no token. Empty for visitors. */
export function pictureLinkFor(
  deps: Pick<InfraDeps, 'chain' | 'now'>,
  { userId, tenantId }: Pick<Actor, 'userId' | 'tenantId'>,
): string {
  if (userId === null) return ''
  const until = (Math.floor(deps.now().valueOf() / periodMs) + 2) * periodMs
  return `&link=${linkOf(deps, tenantId, { to: pictures, by: userId, until })}`
}

/** The user of the link, else the caller; null if the link is invalid. */
export async function pictureReader(
  deps: Pick<InfraDeps, 'sql' | 'config' | 'chain' | 'now'>,
  actor: Actor,
  tenantId: string,
  link: string | undefined,
): Promise<Actor | null> {
  return link === undefined ? asSeenFrom(actor, tenantId) : holderOfLink(deps, actor, { tenantId, to: pictures }, link)
}
