import type { TextKey } from '#server/identity/texts/texts.ts'
import { consistsOf, isCommon, wordsIn } from './guessing.ts'
import { isLeaked } from './leaked.ts'
import { passwordLength } from './passwords.ts'
import type { Person } from './persons.ts'

export type PasswordFault = { field: 'password' | 'repeat'; text: Extract<TextKey, `password.${string}`> }

/**
 * NIST SP 800-63B, section 3.1.1 and ASVS 5, 6.2.4, 6.2.11 and 6.2.12: length counts, not a mix of characters; leaked and
 * common passwords and those made of the person's facts are refused. Returns null if good.
 */
export async function faultOf(
  password: string,
  repeat: string,
  { email, firstName, lastName }: Person,
  { names }: { names: Record<string, string> },
): Promise<PasswordFault | null> {
  const length = [...password].length
  if (length < passwordLength.min) return { field: 'password', text: 'password.short' }
  if (length > passwordLength.max) return { field: 'password', text: 'password.long' }
  const words = wordsIn([email, firstName, lastName, ...Object.values(names)])
  if (consistsOf(password, words)) return { field: 'password', text: 'password.guessable' }
  if (await isLeaked(password)) return { field: 'password', text: 'password.leaked' }
  if (await isCommon(password, words)) return { field: 'password', text: 'password.common' }
  if (password !== repeat) return { field: 'repeat', text: 'password.different' }
  return null
}
