import type { i18n } from 'i18next'
import type { RefusalFacts } from '#shared/rules/failure.ts'
import { CallError, fieldOf } from './call.ts'
import { durationIn } from './duration.ts'
import { formatOf, regionOf } from './format.ts'
import { detailsIn, refusalIn } from './refusal.ts'
import { saysItself } from './send.ts'
import { LostAnswer } from './send-once.ts'
import { isTokenExpired } from './session.ts'
import { UnsentFiles } from './unsent-files.ts'

type Words = Pick<i18n, 'language' | 't' | 'exists'>
/** The door to texts whose key the server names. */
type Say = (key: string, values?: Readonly<Record<string, unknown>>) => string

/**
 * Returns why something failed, in the reader's language: what is wrong with each field, else the sentence of the refusal's
 * reason, else that of the failure's code. Calls in `saysItself` are worded by the server's own message in English, and by
 * the status text where the server gave no reason. A network that cannot be reached has a sentence of its own,
 * and so has an answer that was lost.
 */
export function failureText(error: Error, words: Words): string {
  const { language, t } = words
  if (error instanceof UnsentFiles) return t('failures.unsentFiles')
  if (error instanceof LostAnswer) {
    return t(error.became === 'nothing' ? 'failures.lostNothing' : 'failures.lostUnknown')
  }
  if (!(error instanceof CallError)) return isTokenExpired(error) ? t('failures.expired') : t('failures.offline')
  const said = fieldOf(error.body, 'message')
  if (saysItself.has(error.call) && (said === undefined || language.startsWith('en'))) return error.message
  const details = detailsIn(error).flatMap(({ path, reason, facts }) => {
    const sentence = reason === undefined ? null : refusalText({ reason, facts }, words)
    return sentence === null ? [] : [t('failures.field', { field: fieldName(path, words), fault: sentence })]
  })
  if (details.length > 0) return details.join(' ')
  const refusal = refusalIn(error.body)
  return (refusal && refusalText(refusal, words)) ?? t(`failures.${error.code}` as 'failures.bug')
}

/** Returns the sentence of a reason with its facts in the reader's language; null for a reason that this version does not know. */
export function refusalText(
  { reason, facts = {} }: { reason: string; facts?: RefusalFacts | undefined },
  words: Words,
): string | null {
  const key = words.exists(`refusals.${reason}`) ? `refusals.${reason}` : reason
  if (!words.exists(key, facts)) return null
  const say = words.t as Say
  const format = formatOf(words.language)
  const { of } = facts
  const wordOf = (name: string, value: RefusalFacts[string]): string | number => {
    if (typeof value === 'number' && name === 'bytes') return format.bytes(value)
    if (typeof value === 'number' && name === 'waitMs') return durationIn(regionOf(words.language), value)
    if (typeof value === 'number') return name === 'count' || keepsFigure.has(name) ? value : format.figure(value)
    if (typeof value !== 'string') {
      return value.map((each) => (namesFields.has(name) ? fieldName(each, words) : each)).join(', ')
    }
    if (name === 'status') return stateWord(String(of), value, words)
    return isDay.test(value) ? format.date(value) : namesFields.has(name) ? fieldName(value, words) : value
  }
  return say(key, Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, wordOf(name, value)])))
}

const isDay = /^\d{4}-\d\d-\d\d$/
/** Facts that are names of fields; other names stand as they were written. */
const namesFields: ReadonlySet<string> = new Set(['field', 'fields', 'expected'])
/** Figures that their sentences group themselves. */
const keepsFigure: ReadonlySet<string> = new Set(['max', 'found'])

/** A state's word on the screens of its subject: of a project, `projects.status.draft`. */
function stateWord(of: string, state: string, { exists, t }: Words): string {
  const key = of === 'finding' ? `verifications.findingStatus.${state}` : `${pluralOf(of)}.status.${state}`
  return exists(key) ? (t as Say)(key) : state
}

function pluralOf(thing: string): string {
  return thing === 'methodology' ? 'methodologies' : `${thing}s`
}

/** The label of a field by the last name in its path, as the audit log has it; the path itself where it has none. */
function fieldName(path: string, { exists, t }: Words): string {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path
  const key = `audit.field.${name}`
  return exists(key) && typeof (t as Say)(key) === 'string' ? (t as Say)(key) : path
}
