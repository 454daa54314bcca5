/** What is offered: units that are issued, units that are verified and not yet issued, or an outcome that nobody has verified yet. */
export const offerKinds = ['issued', 'verified', 'expected'] as const
export type OfferKind = (typeof offerKinds)[number]

/** The currencies of offers; each has hundredths. */
export const currencies = ['CHF', 'EUR', 'GBP', 'KES', 'TZS', 'USD', 'ZAR'] as const
