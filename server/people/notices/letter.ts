import type { Letter } from '#server/infra/mail/mail.ts'
import { type LetterWording, letterWording } from '#server/people/letters/wording.ts'
import type { Site } from '#server/people/tenants/sites.ts'
import { wordsOf as registryWordsOf } from '#server/people/tenants/tenants.ts'
import { stopLinkDays } from '#shared/rules/account-stop.ts'
import type { QuantityOfYear } from '#shared/rules/calendar-years.ts'
import { wordsOf } from '#shared/rules/notice-words.ts'
import { noticePath } from '#shared/rules/notices.ts'
import { paths } from '#shared/rules/paths.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import type { MailedNotice, Receiver } from './letter.store.ts'

const withheld = '[…]'

/** Lists `notices`, with links unless the receiver is suspended, and counts the rest. `stopUrl` stops the account. */
export function letterOf(
  receiver: Receiver,
  notices: readonly MailedNotice[],
  { tenant, origin }: Site,
  { isDaily = false, stopUrl = null }: { isDaily?: boolean; stopUrl?: string | null } = {},
): Letter {
  const wording = letterWording(receiver.language)
  const { translate, figures } = wording
  const registry = registryWordsOf(tenant, receiver.language).name
  const isShutOut = notices.some(({ kind }) => kind === 'user.suspend')
  const count = Number(receiver.notices)
  const more = count - notices.length
  const counted = { registry, count, figures: figures(count) }
  const items = notices.flatMap((notice) => [
    ...paragraphsOf(notice, wording),
    ...(isShutOut ? [] : [origin + noticePath(notice)]),
  ])
  const [first] = items
  const paragraphs = [
    translate('letter.greeting', { name: receiver.firstName || shownEmail(receiver.email) }),
    ...(count > 1 ? [translate('letter.gathered.lead', counted)] : []),
    ...items,
    ...(more > 0
      ? [translate('letter.gathered.more', { count: more, figures: figures(more) }, { url: origin + paths.notices })]
      : []),
    ...(stopUrl === null ? [] : [translate('letter.stop', { days: stopLinkDays }, { url: stopUrl })]),
    ...(notices.some(({ isOfStranger }) => isOfStranger) ? [translate('letter.stranger', { registry, withheld })] : []),
    ...(isDaily ? [translate('letter.daily')] : []),
    ...(isShutOut ? [] : [translate('letter.why', { registry }, { url: origin + paths.profile })]),
  ]
  return {
    to: receiver.email,
    sender: registry,
    replyTo: tenant.contactEmail,
    subject:
      count > 1
        ? translate('letter.gathered.subject', counted)
        : translate('letter.subject', { registry, sentence: first ?? '' }),
    text: `${paragraphs.join('\n\n')}\n`,
  }
}

/** Repeats nothing that a stranger typed. */
function paragraphsOf(
  { kind, facts, isOfStranger }: MailedNotice,
  { translate, day, figures }: LetterWording,
): string[] {
  const words = wordsOf(facts, { day, figures, role: (role) => translate(`users.roles.${role}`) })
  const textOfYear = ({ year, quantity }: QuantityOfYear) =>
    translate('years.ofYear', { year, quantity: figures(quantity) })
  return [
    translate(`notices.sentence.${kind}`, isOfStranger ? withheldIn(words) : words),
    ...(facts.ownAccount === undefined || isOfStranger
      ? []
      : [translate('notices.ownAccount', { account: facts.ownAccount })]),
    ...(facts.byYear === undefined
      ? []
      : [translate('notices.byYear', { years: facts.byYear.map(textOfYear).join(', ') })]),
    ...(facts.reason === undefined || isOfStranger ? [] : [translate('notices.reason', { reason: facts.reason })]),
  ]
}

/** Words that nobody typed. */
const untypedFacts = [
  'role',
  'quantity',
  'finding',
  'serials',
  'periodStart',
  'periodEnd',
  'visitStart',
  'visitEnd',
  'dueDate',
]

function withheldIn(words: ReturnType<typeof wordsOf>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]) => {
      const isTyped = typeof word === 'string' && word !== '' && !untypedFacts.includes(name)
      return [name, isTyped ? withheld : word]
    }),
  )
}
