import { Refused } from '#server/infra/refused.ts'
import { limits } from '#shared/rules/limits.ts'

/** Why a row is not accepted: where, what stands there, and what is wrong with it. */
export type Objection = { column: string; value: string; reason: string }

/** How much of a text that is too long is shown. */
const shown = 100

/** The objection to a text of more characters than a row may bring, if it has more. */
export function objectionToLength(column: string, text: string): Objection | null {
  const { length } = text
  if (length <= limits.importedText) return null
  const reason = `has ${length} characters; at most ${limits.importedText} are taken`
  return { column, value: `${text.slice(0, shown)}…`, reason }
}

/** The import cannot be done at all; the message is for the person who asked for it. */
export class ImportRefused extends Refused {}
