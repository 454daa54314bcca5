import type { i18n } from 'i18next'
import type { RefusalFacts } from '#shared/rules/failure.ts'
import { factNamed, isFactName } from '#shared/rules/project-facts.ts'
import { CallError, fieldOf } from './call.ts'
import { durationIn } from './duration.ts'
import { formatOf, regionOf } from './format.ts'
import { detailsIn, refusalIn } from './refusal.ts'
import { OwnMessageError } from './send.ts'
import { LostAnswer, Waits } from './send-once.ts'
import { isTokenExpired } from './session.ts'
import { UnsentFiles } from './unsent-files.ts'

type Words = Pick<i18n, 'language' | 't' | 'exists'>
/** For keys from the server, which `t` does not type. */
type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string

/** A fault of one field, and the sentence that names the field. */
type FieldFault = { path: string; fault: string; said: string }

/** `text` is null where the faults say all. */
export type Refused = { text: string | null; faults: readonly FieldFault[] }

/** For a form, which shows the faults beside its fields. */
export function refusedIn(error: Error, words: Words): Refused {
  const faults = faultsIn(error, words)
  const text = failureText(error, words)
  return { faults, text: text === faults.map(({ said }) => said).join(' ') ? null : text }
}

/**
 * Returns why something failed, in the reader's language: each field's fault, else the sentence of the reason, else of
 * the code. Of an {@link OwnMessageError} it is the server's English message, or the status text without one.
 */
export function failureText(error: Error, words: Words): string {
  const { language, t } = words
  if (error instanceof UnsentFiles) return t('failures.unsentFiles')
  if (error instanceof Waits) return t('failures.waits')
  if (error instanceof LostAnswer) {
    return t(error.outcome === 'nothing' ? 'failures.lostNothing' : 'failures.lostUnknown')
  }
  if (!(error instanceof CallError)) return isTokenExpired(error) ? t('failures.expired') : t('failures.offline')
  const serverMessage = fieldOf(error.body, 'message')
  if (error instanceof OwnMessageError && (serverMessage === undefined || language.startsWith('en')))
    return error.message
  const faults = faultsIn(error, words)
  if (faults.length > 0) return faults.map(({ said }) => said).join(' ')
  const refusal = refusalIn(error.body)
  return (refusal && refusalText(refusal, words)) ?? t(`failures.${error.code}` as 'failures.bug')
}

/** The server's faults of single fields. `said` names the field. */
function faultsIn(error: Error, words: Words): FieldFault[] {
  if (!(error instanceof CallError)) return []
  return detailsIn(error).flatMap(({ path, reason, facts }) => {
    const fault = reason === undefined ? null : refusalText({ reason, facts }, words)
    return fault === null
      ? []
      : [{ path, fault, said: words.t('failures.field', { field: fieldName(path, words), fault }) }]
  })
}

/** Null for an unknown reason. */
export function refusalText(
  { reason, facts = {} }: { reason: string; facts?: RefusalFacts | undefined },
  words: Words,
): string | null {
  const key = words.exists(`refusals.${reason}`) ? `refusals.${reason}` : reason
  if (!words.exists(key, facts)) return null
  const translate = words.t as Translate
  const format = formatOf(words.language)
  const { of } = facts
  const wordOf = (name: string, value: RefusalFacts[string]): string | number => {
    if (typeof value === 'number' && name === 'bytes') return format.bytes(value)
    if (typeof value === 'number' && name === 'waitMs') return durationIn(regionOf(words.language), value)
    if (typeof value === 'number')
      return name === 'count' || unformattedFigures.has(name) ? value : format.figure(value)
    if (typeof value !== 'string') {
      return value.map((each) => (namesFields.has(name) ? fieldName(each, words) : each)).join(', ')
    }
    if (name === 'status') return stateWord(String(of), value, words)
    if (isDay.test(value)) return value[10] ? format.time(value) : format.date(value)
    return namesFields.has(name) ? fieldName(value, words) : value
  }
  return translate(key, Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, wordOf(name, value)])))
}

/** Of a day, or of a time. */
const isDay = /^\d{4}-\d\d-\d\d(T.+Z)?$/
/** Facts that hold field names. */
const namesFields: ReadonlySet<string> = new Set(['field', 'fields', 'expected'])
/** Numbers that the sentences format themselves. */
const unformattedFigures: ReadonlySet<string> = new Set(['max', 'found'])

/** The word at a key such as `status.project.draft`. */
function stateWord(of: string, state: string, { exists, t }: Words): string {
  const key = `${statesOf[of] ?? `status.${of}`}.${state}`
  return exists(key) ? (t as Translate)(key) : state
}

const statesOf: Readonly<Record<string, string>> = {
  finding: 'verifications.findingStatus',
  methodology: 'methodologies.status',
}

/** The audit log's label, or the path without one. Without shared/rules/audited.ts, which no list needs. */
function fieldName(path: string, { exists, t }: Words): string {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? path
  const own = `audit.field.${name}`
  const key = !exists(own, { returnObjects: false }) && isFactName(name) ? factNamed(name).label : own
  return exists(key, { returnObjects: false }) ? (t as Translate)(key) : path
}
