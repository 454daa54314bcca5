import { DatabaseOutage, failureOfDatabase } from '#server/infra/db/database.ts'
import { Refused } from '#server/infra/refused.ts'
import { Failure } from '#shared/rules/failure.ts'

/** Prints why the process fails and sets exit code 1. */
export function explain(error: unknown): void {
  console.error(inWords(error) ?? error)
  process.exitCode = 1
}

/** Null for a bug. */
function inWords(error: unknown): string | null {
  if (error instanceof Refused || error instanceof Failure) return error.message
  if (!(error instanceof DatabaseOutage)) return failureOfDatabase(error)?.message ?? null
  const { cause } = error
  const why = cause instanceof Error ? cause.message || ('code' in cause && cause.code) : ''
  return `The database cannot be used: ${why || error.message}. DATABASE_URL says where it is.`
}
