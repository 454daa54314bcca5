import { translate } from '#server/identity/texts/texts.ts'
import { quoted } from '#shared/rules/writing.ts'
import type { Person } from '../passwords/persons.ts'
import type { Identity } from '../protocol/identity.ts'
import type { IdentitySite } from '../protocol/sites.ts'
import type { LinkPurpose } from './links.ts'
import { makeNotMeLink } from './not-me-links.ts'

export function linkUrl({ issuer }: IdentitySite, token: string): string {
  return `${issuer}/password?token=${token}`
}

/** The token is in the fragment, which no server gets. */
export function notMeUrl({ issuer }: IdentitySite, { language }: Receiver, token: string): string {
  return `${issuer}/not-me?lang=${language}#${token}`
}

type TellingOwner = 'newDevice' | 'newPassword' | 'newAddress' | 'blocked'

type Receiver = Pick<Person, 'email' | 'language'>

type Facts =
  | { url: string }
  | { url: string; device: string; address: string; time: string }
  | { account: string; url: string }
  | { url: string; what: string; notMe: string }

export type FactorChange =
  | 'appAdded'
  | 'appRemoved'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'codesMade'
  | 'codeUsed'
  | 'reset'

type Kind =
  | LinkPurpose
  | 'registration'
  | 'known'
  | 'asked'
  | 'address'
  | 'addressTaken'
  | 'addressLeft'
  | 'factor'
  | TellingOwner

/**
 * Anybody can cause letters to anybody, so a letter holds only the registry's words and an approved organisation's
 * name, nothing typed. Returns whether it was sent; mail errors are logged.
 */
export async function sendLink(
  { mail, log }: Pick<Identity, 'mail' | 'log'>,
  site: IdentitySite,
  { language, email }: Receiver,
  kind: Kind,
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

/** With a link for somebody who did not make the change. */
export async function sendFactorLetter(
  identity: Pick<Identity, 'sql' | 'mail' | 'log'>,
  site: IdentitySite,
  person: Person,
  change: FactorChange,
): Promise<void> {
  if (!identity.mail) return
  const notMe = notMeUrl(site, person, await makeNotMeLink(identity.sql, person))
  const what = translate(person.language, `mail.factor.${change}`, { registry: site.names[person.language] })
  await sendLink(identity, site, person, 'factor', { url: `${site.issuer}/security`, what, notMe })
}
