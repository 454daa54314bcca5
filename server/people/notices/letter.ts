import type { Letter } from '#server/infra/mail/mail.ts'
import { wordingIn } from '#server/infra/texts/texts.ts'
import type { Site } from '#server/people/tenants/sites.ts'
import { wordsOf as registryWordsOf } from '#server/people/tenants/tenants.ts'
import { noticePath, wordsOf } from '#shared/rules/notices.ts'
import { paths } from '#shared/rules/paths.ts'
import { unlinked } from '#shared/rules/writing.ts'
import type { DueLetter } from './notices.store.ts'

/** Returns a notice as a letter in its receiver's language, with the address of its screen unless the receiver is suspended. */
export function letterOf(due: DueLetter, { tenant, origin }: Site): Letter {
  const { t, day, figures } = wordingIn(due.language)
  const { facts } = due
  const words = wordsOf(facts, { day, figures, role: (role) => t(`users.roles.${role}`) })
  const sentence = t(`notices.sentence.${due.kind}`, quoted(words))
  const registry = registryWordsOf(tenant, due.language).name
  const addresses = [origin + noticePath(due), t('letter.why', { registry, url: origin + paths.profile })]
  const paragraphs = [
    t('letter.greeting', { name: due.firstName || due.email }),
    sentence,
    facts.reason === undefined ? null : t('notices.reason', { reason: unlinked(facts.reason) }),
    ...(due.kind === 'user.suspend' ? [] : addresses),
  ]
  return {
    to: due.email,
    sender: registry,
    replyTo: tenant.contactEmail,
    subject: t('letter.subject', { registry, sentence }),
    text: `${paragraphs.filter((each) => each !== null).join('\n\n')}\n`,
  }
}

/** Words that others typed, so that they bring no links into the registry's letter. */
function quoted(words: Readonly<Record<string, string | number>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]) => [name, typeof word === 'string' ? unlinked(word) : word]),
  )
}
