import type { Letter } from '#server/infra/mail/mail.ts'
import { type LetterWording, letterWording } from '#server/people/letters/wording.ts'
import type { Site } from '#server/people/tenants/sites.ts'
import { wordsOf as registryWordsOf } from '#server/people/tenants/tenants.ts'
import type { QuantityOfYear } from '#shared/rules/calendar-years.ts'
import { noticePath, wordsOf } from '#shared/rules/notices.ts'
import { paths } from '#shared/rules/paths.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import type { Receiver, ToldNotice } from './letter.store.ts'

const withheld = '[…]'

/** Lists the notices `told`, with links unless the receiver is suspended, and counts the rest. */
export function letterOf(
  receiver: Receiver,
  told: readonly ToldNotice[],
  { tenant, origin }: Site,
  { isDaily = false } = {},
): Letter {
  const wording = letterWording(receiver.language)
  const { say, figures } = wording
  const registry = registryWordsOf(tenant, receiver.language).name
  const isShutOut = told.some(({ kind }) => kind === 'user.suspend')
  const count = Number(receiver.notices)
  const more = count - told.length
  const counted = { registry, count, figures: figures(count) }
  const items = told.flatMap((notice) => [
    ...paragraphsOf(notice, wording),
    ...(isShutOut ? [] : [origin + noticePath(notice)]),
  ])
  const [first] = items
  const paragraphs = [
    say('letter.greeting', { name: receiver.firstName || shownEmail(receiver.email) }),
    ...(count > 1 ? [say('letter.gathered.lead', counted)] : []),
    ...items,
    ...(more > 0
      ? [say('letter.gathered.more', { count: more, figures: figures(more) }, { url: origin + paths.notices })]
      : []),
    ...(told.some(({ isOfStranger }) => isOfStranger) ? [say('letter.stranger', { registry, withheld })] : []),
    ...(isDaily ? [say('letter.daily')] : []),
    ...(isShutOut ? [] : [say('letter.why', { registry }, { url: origin + paths.profile })]),
  ]
  return {
    to: receiver.email,
    sender: registry,
    replyTo: tenant.contactEmail,
    subject:
      count > 1 ? say('letter.gathered.subject', counted) : say('letter.subject', { registry, sentence: first ?? '' }),
    text: `${paragraphs.join('\n\n')}\n`,
  }
}

/** Repeats nothing that a stranger typed. */
function paragraphsOf({ kind, facts, isOfStranger }: ToldNotice, { say, day, figures }: LetterWording): string[] {
  const words = wordsOf(facts, { day, figures, role: (role) => say(`users.roles.${role}`) })
  const ofYear = ({ year, quantity }: QuantityOfYear) => say('years.ofYear', { year, quantity: figures(quantity) })
  return [
    say(`notices.sentence.${kind}`, isOfStranger ? withheldIn(words) : words),
    ...(facts.byYear === undefined ? [] : [say('notices.byYear', { years: facts.byYear.map(ofYear).join(', ') })]),
    ...(facts.reason === undefined || isOfStranger ? [] : [say('notices.reason', { reason: facts.reason })]),
  ]
}

/** Words that nobody typed. */
const ours = ['role', 'quantity', 'finding', 'serials', 'periodStart', 'periodEnd', 'visitStart', 'visitEnd', 'dueDate']

function withheldIn(words: ReturnType<typeof wordsOf>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]) => {
      const isTyped = typeof word === 'string' && word !== '' && !ours.includes(name)
      return [name, isTyped ? withheld : word]
    }),
  )
}
