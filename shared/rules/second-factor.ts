/** Of whom a registry demands a second factor at its own identity provider. */
export const secondFactorRules = ['nobody', 'admins', 'everybody'] as const
export type SecondFactorFor = (typeof secondFactorRules)[number]
