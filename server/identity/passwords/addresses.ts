import { email } from '#shared/contract/fields.ts'

/**
 * Returns the form in which addresses are compared and counted: as they are kept, in small letters. Returns null for a text that is
 * no address of the contract. A kept address is ASCII: by the database's rules for other letters `İ` could pass for `i`.
 */
export function addressOf(typed: string): string | null {
  const read = email.safeParse(typed)
  return read.success ? read.data.toLowerCase() : null
}
