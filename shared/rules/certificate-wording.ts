import type { Language } from '#shared/rules/languages.ts'

export type CertificateWordings = Readonly<Record<Language, number>>

/**
 * The wording's version by language. Raise it to correct wrong words: issued certificates are then superseded
 * (docs/adr/0077). Swahili 2: periods show both days in full.
 */
export const certificateWordings: CertificateWordings = { en: 1, fr: 1, sw: 2 }
