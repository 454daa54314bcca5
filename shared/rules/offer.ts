/** What is offered: units that are issued, units that are verified and not yet issued, or an outcome that nobody has verified yet. */
export const offerKinds = ['issued', 'verified', 'expected'] as const
export type OfferKind = (typeof offerKinds)[number]

/** The currencies of offers; each has hundredths. */
export const currencies = ['CHF', 'EUR', 'GBP', 'KES', 'TZS', 'USD', 'ZAR'] as const

/** Returns a price that somebody typed, `14.5` or `14,50`, in hundredths; NaN if it is none. */
export function hundredthsIn(typed: string): number {
  const [, whole, part = ''] = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*$/.exec(typed) ?? []
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
