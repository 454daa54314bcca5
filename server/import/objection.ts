import { Refused } from '#server/infra/refused.ts'
import { limits } from '#shared/rules/limits.ts'

export type Objection = { column: string; value: string; reason: string }

const shown = 100

/** Null unless the text is too long. */
export function objectionToLength(column: string, text: string): Objection | null {
  const { length } = text
  if (length <= limits.importedText) return null
  const reason = `has ${length} characters; at most ${limits.importedText} are taken`
  return { column, value: `${text.slice(0, shown)}…`, reason }
}

export class ImportRefused extends Refused {}
