import type { i18n } from 'i18next'
import { CallError, fieldOf } from './call.ts'

/**
 * Why something failed, for the reader: the server's own sentence in English; in other languages the sentence for the
 * failure's code, because the server speaks English. A network that is away has its own sentence.
 */
export function failureText(error: Error, { language, t }: Pick<i18n, 'language' | 't'>): string {
  if (!(error instanceof CallError))
    return error.message === 'Token expired' ? t('failures.expired') : t('failures.offline')
  const said = fieldOf(error.body, 'message')
  if (said !== undefined && language.startsWith('en')) return said
  return t(`failures.${error.code}` as 'failures.bug')
}
