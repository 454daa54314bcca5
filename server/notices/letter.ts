import type { Letter } from '#server/mail/mail.ts'
import { wordingIn } from '#server/pdf/figures.ts'
import { noticePath, wordsOf } from '#shared/rules/notices.ts'
import { paths } from '#shared/rules/paths.ts'
import type { DueLetter } from './notices.store.ts'

/** A notice as a letter in its receiver's language; `site` is the address of the registry's site. */
export function letterOf(due: DueLetter, site: string): Letter {
  const { t, day, figures } = wordingIn(due.language)
  const words = wordsOf(due.facts, { day, figures, role: (role) => t(`users.roles.${role}`) })
  const sentence = t(`notices.sentence.${due.kind}`, words)
  const { registry, facts } = due
  const paragraphs = [
    t('notices.mail.greeting', { name: due.firstName || due.email }),
    sentence,
    facts.reason === undefined ? null : t('notices.reason', { reason: facts.reason }),
    site + noticePath(due),
    t('notices.mail.why', { registry, url: site + paths.profile }),
  ]
  return {
    to: due.email,
    sender: registry,
    replyTo: due.contactEmail,
    subject: t('notices.mail.subject', { registry, sentence }),
    text: `${paragraphs.filter((each) => each !== null).join('\n\n')}\n`,
  }
}
