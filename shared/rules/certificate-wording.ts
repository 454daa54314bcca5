import type { Language } from '#shared/rules/languages.ts'

/**
 * The wording of certificates in each language, by number. It is raised where certificates that were issued state something wrong in
 * words: each of them then gets a further version when it is next asked for, and the earlier one is superseded (docs/adr/0077).
 * Swahili 2: periods have both of their days in full.
 */
export const certificateWordings: Readonly<Record<Language, number>> = { en: 1, fr: 1, sw: 2 }
