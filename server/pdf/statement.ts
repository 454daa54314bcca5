import type { Language } from '#shared/rules/languages.ts'
import type { StatementData } from './statement-data.ts'
import { inWriter } from './writer.ts'

export type { StatementData } from './statement-data.ts'

/** Writes an account's lifetime statement, the legacy certificate, as a PDF of as many A4 pages as it needs. */
export function renderStatement(data: StatementData, language: Language): Promise<Uint8Array> {
  return inWriter({ kind: 'statement', data, language })
}
