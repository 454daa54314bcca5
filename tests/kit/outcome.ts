import { Failure } from '#shared/rules/failure.ts'

/** How a call ended, in one word: `ok`, or the code of the refusal. For tables of roles and states. */
export async function outcomeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'ok'
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}
