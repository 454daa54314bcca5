import type { i18n } from 'i18next'
import type { FailureCode } from '#shared/rules/failure.ts'
import { CallError, fieldOf, saysItself } from './call.ts'
import { isTokenExpired } from './session.ts'

/** Codes that do not say why: their sentences are general. */
const general: ReadonlySet<FailureCode> = new Set(['invalid', 'forbidden', 'not_found', 'conflict', 'bug'])

/**
 * Why something failed, for the reader: the server's own sentence in English; in other languages the sentence for the
 * failure's code, because the server speaks English. Where that sentence would be general, calls that say for themselves
 * why they failed (specification, section 8) are quoted. A network that is away has its own sentence.
 */
export function failureText(error: Error, { language, t }: Pick<i18n, 'language' | 't'>): string {
  if (!(error instanceof CallError)) return isTokenExpired(error) ? t('failures.expired') : t('failures.offline')
  const said = fieldOf(error.body, 'message')
  if (said !== undefined && language.startsWith('en')) return said
  if (saysItself.has(error.call) && general.has(error.code)) return error.message
  return t(`failures.${error.code}` as 'failures.bug')
}
