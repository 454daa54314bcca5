import type { Letter } from '#server/infra/mail/mail.ts'
import { type LetterWording, letterWording } from '#server/people/letters/wording.ts'
import type { Site } from '#server/people/tenants/sites.ts'
import { wordsOf as registryWordsOf } from '#server/people/tenants/tenants.ts'
import type { QuantityOfYear } from '#shared/rules/calendar-years.ts'
import { noticePath, wordsOf } from '#shared/rules/notices.ts'
import { paths } from '#shared/rules/paths.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import type { Receiver, ToldNotice } from './letter.store.ts'

/** Stands for words that a letter does not repeat. */
const withheld = '[…]'

/**
 * Returns the first notices of a letter in its receiver's language, each with the address of its screen unless the receiver is suspended,
 * and how many more there are. `isDaily`: so many come that there is one letter a day.
 */
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

/** The sentence of a notice and its reason. Of a stranger they repeat no word that the stranger typed. */
function paragraphsOf({ kind, facts, isOfStranger }: ToldNotice, { say, day, figures }: LetterWording): string[] {
  const words = wordsOf(facts, { day, figures, role: (role) => say(`users.roles.${role}`) })
  const ofYear = ({ year, quantity }: QuantityOfYear) => say('years.ofYear', { year, quantity: figures(quantity) })
  return [
    say(`notices.sentence.${kind}`, isOfStranger ? withheldIn(words) : words),
    ...(facts.byYear === undefined ? [] : [say('notices.byYear', { years: facts.byYear.map(ofYear).join(', ') })]),
    ...(facts.reason === undefined || isOfStranger ? [] : [say('notices.reason', { reason: facts.reason })]),
  ]
}

/** The words of a notice that nobody typed; every other one is withheld where a stranger told it. */
const ours = ['role', 'quantity', 'finding', 'serials', 'periodStart', 'periodEnd', 'visitStart', 'visitEnd', 'dueDate']

function withheldIn(words: ReturnType<typeof wordsOf>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(words).map(([name, word]) => {
      const isTyped = typeof word === 'string' && word !== '' && !ours.includes(name)
      return [name, isTyped ? withheld : word]
    }),
  )
}
