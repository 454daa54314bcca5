/** Issued units, verified units before issuance, or an unverified outcome. */
export const offerKinds = ['issued', 'verified', 'expected'] as const
export type OfferKind = (typeof offerKinds)[number]

/** Each currency has hundredths. */
export const currencies = ['CHF', 'EUR', 'GBP', 'KES', 'TZS', 'USD', 'ZAR'] as const
