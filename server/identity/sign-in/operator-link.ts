import { type Database, inTransaction } from '#server/infra/db/database.ts'
import { Refused } from '#server/infra/refused.ts'
import { audit } from '#server/people/audit/audit.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { credentialsOf } from '../passwords/persons.ts'
import type { Sites } from '../protocol/sites.ts'
import { type LinkPurpose, makeLink } from './links.ts'
import { linkUrl } from './send-link.ts'

/**
 * Makes an audited password link for the operator to pass on; voids earlier ones. Throws `Refused` for an unknown or
 * suspended person.
 */
export async function linkFor(
  { sql, sites }: { sql: Database; sites: Sites },
  tenantId: string,
  email: string,
  operator: Actor,
): Promise<{ url: string; purpose: LinkPurpose }> {
  const site = await sites.of(tenantId)
  return inTransaction(sql, async (tx) => {
    const person = await credentialsOf(tx, tenantId, email)
    if (!person) throw new Refused(`Nobody signs in to ${site.names.en} as ${email}.`)
    if (person.status === 'suspended') throw new Refused(`${email} is suspended; an admin can resume it.`)
    const purpose = person.status === 'invited' ? 'invitation' : 'reset'
    await audit(tx, operator, { act: 'user.reset', subject: `user:${person.id}` })
    return { url: linkUrl(site, await makeLink(tx, person.id, purpose)), purpose }
  })
}
