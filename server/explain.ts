import { Failure } from '#shared/rules/failure.ts'
import { failureOfDatabase } from './db/database.ts'
import { Refused } from './refused.ts'

/** PostgreSQL lets nobody in (class 28), has no such database (3D), or its host has no address. */
const wrongAddress = /^(28...|3D000|ENOTFOUND|EAI_AGAIN)$/

/** Says on standard error why this process fails, a bug with its stack, and has it end with code 1. */
export function explain(error: unknown): void {
  console.error(inWords(error) ?? error)
  process.exitCode = 1
}

/** What whoever started the process can do something about; null for a bug. */
function inWords(error: unknown): string | null {
  if (error instanceof Refused || error instanceof Failure) return error.message
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  const failure = failureOfDatabase(error)
  if (failure?.code !== 'unavailable' && !wrongAddress.test(error.code)) return failure?.message ?? null
  return `The database cannot be used: ${error.message || error.code}. DATABASE_URL says where it is.`
}
