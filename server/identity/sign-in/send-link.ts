import { say } from '#server/identity/texts/texts.ts'
import { quoted } from '#shared/rules/writing.ts'
import type { Person } from '../passwords/persons.ts'
import type { IdentitySite } from '../protocol/sites.ts'
import type { DirectoryParts } from './directory.ts'
import type { LinkPurpose } from './links.ts'

/** Where a link's holder chooses a password. */
export function linkUrl({ issuer }: IdentitySite, token: string): string {
  return `${issuer}/password?token=${token}`
}

type Receiver = Pick<Person, 'email' | 'language'>

/** What a letter names: the address that it leads to, or which organisation asks and where to answer. */
type Facts = { url: string } | { account: string; contact: string }

/**
 * Mails a link in its receiver's language: one that a password is chosen with or a change of address answered, or, to somebody who
 * wants to register and is known already, the way to the sign-in; or who else invites a known person. It says nothing that somebody has typed about its receiver,
 * not even a name, for anybody may have such a letter sent to anybody: its words are the registry's, but for the name of an approved
 * organisation. Returns whether it went out; a mail server that fails is logged, not thrown.
 */
export async function sendLink(
  { mail, log }: Pick<DirectoryParts, 'mail' | 'log'>,
  site: IdentitySite,
  { language, email }: Receiver,
  kind: LinkPurpose | 'registration' | 'known' | 'asked' | 'address' | 'addressTaken' | 'addressLeft',
  facts: Facts,
): Promise<boolean> {
  if (!mail) return false
  const named = 'account' in facts ? { ...facts, account: quoted(facts.account) } : facts
  const values = { registry: site.names[language], ...named }
  try {
    await mail.send({
      sender: site.names[language],
      replyTo: site.contactEmail,
      to: email,
      subject: say(language, `mail.${kind}.subject`, values),
      text: say(language, `mail.${kind}.text`, values),
    })
    return true
  } catch (error) {
    log.error({ err: error, tenant: site.tenantId, kind }, 'mail could not be sent')
    return false
  }
}
