import { holderOfLink, linkOf } from '#server/mrv/documents/link.ts'
import { asSeenFrom } from '#server/mrv/documents/visiting.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/** A link to pictures is good for one to two of these, and the same for all pictures and all reads of one: a browser keeps what it has. */
const periodMs = 3_600_000
const pictures = 'pictures'

/**
 * Returns the part of an address with which a browser, which sends no token with `<img>`, opens the pictures of projects that are not
 * published, as the caller may. Empty for a visitor.
 */
export function pictureLinkFor(deps: UnitsDeps, { userId, tenantId }: Pick<Actor, 'userId' | 'tenantId'>): string {
  if (userId === null) return ''
  const until = (Math.floor(deps.now().valueOf() / periodMs) + 2) * periodMs
  return `&link=${linkOf(deps, tenantId, { to: pictures, by: userId, until })}`
}

/** Returns who asks for a picture: whom its link is for, else the caller; null where the link is not good. */
export async function pictureReader(
  deps: UnitsDeps,
  actor: Actor,
  tenantId: string,
  link: string | undefined,
): Promise<Actor | null> {
  return link === undefined ? asSeenFrom(actor, tenantId) : holderOfLink(deps, actor, { tenantId, to: pictures }, link)
}
