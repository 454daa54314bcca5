import { parseGroup } from '#shared/rules/groups.ts'
import type { SecondFactorFor } from '#shared/rules/second-factor.ts'
import { strongAcr } from '#shared/rules/step-up.ts'

/** Names after the levels of NIST SP 800-63B: one factor; two, or a passkey that verifies its user. */
export const assuranceLevels = ['aal1', strongAcr] as const

/** `amr` are values of RFC 8176. */
export type Assurance = { acr: (typeof assuranceLevels)[number]; amr: string[] }

export const passwordAlone: Assurance = { acr: 'aal1', amr: ['pwd'] }

/** `otp` for an app's code; a recovery code has no value. */
export function withPassword(...second: string[]): Assurance {
  return { acr: strongAcr, amr: ['pwd', ...second, 'mfa'] }
}

/** Verified its user. A key that may leave its device is software-secured. */
export function keyMethods({ mayBeBackedUp }: { mayBeBackedUp: boolean }): string[] {
  return [mayBeBackedUp ? 'swk' : 'hwk', 'user']
}

export function isStrong(acr: string | undefined): boolean {
  return acr === strongAcr
}

/** Whether no weaker level will do (`acr_values` of OpenID Connect Core, 3.1.2.1). */
export function wantsStrong(acrValues: unknown): boolean {
  const wanted = typeof acrValues === 'string' ? acrValues.split(' ') : []
  return wanted.includes(strongAcr) && !wanted.includes('aal1')
}

/** Whether a registry's rule demands a second factor of somebody. */
export function mustHaveFactor(groups: readonly string[], rule: SecondFactorFor): boolean {
  const isAdmin = groups.some((group) => ['AccountAdmin', 'TenantAdmin'].includes(parseGroup(group)?.role ?? ''))
  return rule === 'everybody' || (rule === 'admins' && isAdmin)
}
