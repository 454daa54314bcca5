import { translate } from '#server/identity/texts/texts.ts'
import { quoted } from '#shared/rules/writing.ts'
import type { Person } from '../passwords/persons.ts'
import type { Identity } from '../protocol/identity.ts'
import type { IdentitySite } from '../protocol/sites.ts'
import type { LinkPurpose } from './links.ts'

export function linkUrl({ issuer }: IdentitySite, token: string): string {
  return `${issuer}/password?token=${token}`
}

type Receiver = Pick<Person, 'email' | 'language'>

type Facts = { url: string; what?: string } | { account: string; contact: string }

export type FactorChange =
  | 'appAdded'
  | 'appRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'codesMade'
  | 'codeUsed'
  | 'reset'

/**
 * Anybody can cause letters to anybody, so a letter holds only the registry's words and an approved organisation's
 * name, nothing typed. Returns whether it was sent; mail errors are logged.
 */
export async function sendLink(
  { mail, log }: Pick<Identity, 'mail' | 'log'>,
  site: IdentitySite,
  { language, email }: Receiver,
  kind: LinkPurpose | 'registration' | 'known' | 'asked' | 'address' | 'addressTaken' | 'addressLeft' | 'factor',
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
      subject: translate(language, `mail.${kind}.subject`, values),
      text: translate(language, `mail.${kind}.text`, values),
    })
    return true
  } catch (error) {
    log.error({ err: error, tenant: site.tenantId, kind }, 'mail could not be sent')
    return false
  }
}

export async function sendFactorLetter(
  identity: Pick<Identity, 'mail' | 'log'>,
  site: IdentitySite,
  person: Receiver,
  change: FactorChange,
): Promise<void> {
  const what = translate(person.language, `mail.factor.${change}`, { registry: site.names[person.language] })
  await sendLink(identity, site, person, 'factor', { url: `${site.issuer}/security`, what })
}
