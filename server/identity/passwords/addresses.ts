import { email } from '#shared/contract/fields.ts'

/**
 * Returns an address in lower case, for comparing and counting; null if invalid. ASCII only: PostgreSQL may match `İ`
 * with `i`.
 */
export function addressOf(typed: string): string | null {
  const read = email.safeParse(typed)
  return read.success ? read.data.toLowerCase() : null
}
