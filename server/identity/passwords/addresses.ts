import { email } from '#shared/contract/fields.ts'

/**
 * The one form in which addresses are compared and counted: what the contract takes, which is ASCII, in small letters. Null
 * for anything else: the database has rules of its own for other letters, by which `İ` could pass for `i`.
 */
export function addressOf(typed: string): string | null {
  const read = email.safeParse(typed)
  return read.success ? read.data.toLowerCase() : null
}
