import type { Identity } from './identity.ts'
import type { LinkPurpose } from './links.ts'
import type { Person } from './persons.ts'
import { say } from './texts.ts'

/** Where a link's holder chooses a password. */
export function linkUrl({ options }: Identity, token: string): string {
  return `${options.issuer}/password?token=${token}`
}

/** Mails a link in its receiver's language. Answers whether it went out; a mail server that fails is logged, not thrown. */
export async function sendLink(
  identity: Identity,
  person: Person,
  purpose: LinkPurpose,
  token: string,
): Promise<boolean> {
  const { mail, log, options } = identity
  if (!mail) return false
  const { language, email, firstName } = person
  const values = { registry: options.registryName, name: firstName || email, url: linkUrl(identity, token) }
  try {
    await mail.send({
      to: email,
      subject: say(language, `mail.${purpose}.subject`, values),
      text: say(language, `mail.${purpose}.text`, values),
    })
    return true
  } catch (error) {
    log.error({ err: error, person: person.id }, 'mail could not be sent')
    return false
  }
}
