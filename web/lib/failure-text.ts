import type { i18n } from 'i18next'
import type { FailureCode } from '#shared/rules/failure.ts'
import { CallError, fieldOf } from './call.ts'
import { saysItself } from './send.ts'
import { LostAnswer } from './send-once.ts'
import { isTokenExpired } from './session.ts'
import { UnsentFiles } from './unsent-files.ts'

/** Codes whose sentences are general and do not say why. */
const general: ReadonlySet<FailureCode> = new Set(['invalid', 'forbidden', 'not_found', 'conflict', 'bug'])

/**
 * Returns why something failed, in the reader's language: in English the server's own message, in other languages the
 * sentence for the failure's code, because the server's messages are English. Where that sentence would be general, the
 * server's message is shown for the calls in `saysItself`. A network that cannot be reached has a sentence of its own, and so has an answer that was lost.
 */
export function failureText(error: Error, { language, t }: Pick<i18n, 'language' | 't'>): string {
  if (error instanceof UnsentFiles) return t('failures.unsentFiles')
  if (error instanceof LostAnswer) {
    return t(error.became === 'nothing' ? 'failures.lostNothing' : 'failures.lostUnknown')
  }
  if (!(error instanceof CallError)) return isTokenExpired(error) ? t('failures.expired') : t('failures.offline')
  const said = fieldOf(error.body, 'message')
  if (said !== undefined && language.startsWith('en')) return said
  if (saysItself.has(error.call) && (said === undefined || general.has(error.code))) return error.message
  return t(`failures.${error.code}` as 'failures.bug')
}
