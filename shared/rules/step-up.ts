/** What a registry asks before sensitive acts: nothing, a recent sign-in, or a recent one with a second factor. */
export const stepUpRules = ['off', 'recent', 'strong'] as const
export type StepUpRule = (typeof stepUpRules)[number]

/** `factorFrom`: from this quantity on, a recent sign-in needs a second factor, too; null: never. */
export type StepUp = { stepUp: StepUpRule; stepUpFactorFrom: number | null }

/** An older sign-in is not recent. */
export const stepUpMinutes = 10

/** The `acr` of a sign-in with a second factor, named after NIST SP 800-63B. */
export const strongAcr = 'aal2'

/** A token's `auth_time` in seconds and its `acr`; null for what it does not state. */
export type SignInFacts = { at: number | null; acr: string | null }

/** `notStated` names the missing claim, `asked` the `acr` that a new sign-in must have, if any. */
export type StepUpFault = { notStated: 'auth_time' | 'acr' } | { asked: typeof strongAcr | null }

/** What a sign-in lacks for a sensitive act of so many units; null: nothing. */
export function stepUpFault(
  { stepUp, stepUpFactorFrom }: StepUp,
  { at, acr }: SignInFacts,
  { quantity, now }: { quantity: number; now: Date },
): StepUpFault | null {
  if (stepUp === 'off') return null
  const needsFactor = stepUp === 'strong' || (stepUpFactorFrom !== null && quantity >= stepUpFactorFrom)
  if (at === null) return { notStated: 'auth_time' }
  if (needsFactor && acr === null) return { notStated: 'acr' }
  const isRecent = now.valueOf() / 1_000 - at <= stepUpMinutes * 60
  if (isRecent && (!needsFactor || acr === strongAcr)) return null
  return { asked: needsFactor ? strongAcr : null }
}
