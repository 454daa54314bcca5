/** Whole units; `uncertainty` in thousandths of the remainder. */
export type OutcomeParts = Readonly<{ gross: number; baseline: number; leakage: number; uncertainty: number }>

/**
 * Net = gross − baseline − leakage (decision 5/CMP.1, annex, paragraph 1 (f), UNFCCC), less `uncertainty` thousandths,
 * rounded down (decision 3/CMP.1, annex, paragraph 45 (b)). May be negative.
 */
export function netOf({ gross, baseline, leakage, uncertainty }: OutcomeParts): number {
  // The product may exceed the safe integers.
  return Number((BigInt(gross - baseline - leakage) * BigInt(1_000 - uncertainty)) / 1_000n)
}
