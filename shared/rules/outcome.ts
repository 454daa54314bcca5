/** What a quantity is made of: whole units, the uncertainty in thousandths of what is left of them. */
export type OutcomeParts = Readonly<{ gross: number; baseline: number; leakage: number; uncertainty: number }>

/**
 * Returns the net outcome: gross − baseline − leakage, the definition of net removals in decision 5/CMP.1, annex, paragraph 1 (f)
 * (UNFCCC), less a deduction of so many thousandths for uncertainty, rounded down to whole units, as conservatism asks
 * (decision 3/CMP.1, annex, paragraph 45 (b)). Negative where less than the baseline was reached.
 */
export function netOf({ gross, baseline, leakage, uncertainty }: OutcomeParts): number {
  // The product passes what a number holds exactly.
  return Number((BigInt(gross - baseline - leakage) * BigInt(1_000 - uncertainty)) / 1_000n)
}
