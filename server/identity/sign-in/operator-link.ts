import { type Database, inTransaction } from '#server/infra/db/database.ts'
import { Refused } from '#server/infra/refused.ts'
import { audit } from '#server/people/audit/audit.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { credentialsOf } from '../passwords/persons.ts'
import type { Sites } from '../protocol/sites.ts'
import { type LinkPurpose, makeLink } from './links.ts'
import { linkUrl } from './send-link.ts'

/**
 * Makes a link with which somebody chooses a password, for the operator to pass on; the audit log says so. Earlier links of
 * the person stop working. Throws `Refused` if nobody has the address or the person is suspended.
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
