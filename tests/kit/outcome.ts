import { Failure } from '#shared/rules/failure.ts'

/** Returns `ok` or the failure's code, for tables of roles and states. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'ok'
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}
