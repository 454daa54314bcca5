/** Whom units are retired for. */
export const beneficiaryKinds = ['organisation', 'person', 'anonymous'] as const
export type BeneficiaryKind = (typeof beneficiaryKinds)[number]

/** Whether a claim for such a beneficiary says a name. */
export function isNamed(kind: BeneficiaryKind | undefined): boolean {
  return kind !== 'anonymous'
}

/** Whether a claim for this purpose says more about it. */
export function needsDetail(purpose: string | undefined): boolean {
  return purpose === 'other' || purpose === 'regulatory'
}

/** What depends on each other in a claim; a form that is being filled in may lack any of it. Days are `YYYY-MM-DD`. */
export type ClaimWords = {
  beneficiaryKind?: BeneficiaryKind | undefined
  beneficiary?: string | undefined
  purpose?: string | undefined
  purposeDetail?: string | undefined
  periodStart?: string | undefined
  periodEnd?: string | undefined
}

/** What is missing in a claim or contradicts itself there, with the field where it is to be mended. */
export function faultsOfClaim(words: ClaimWords): { field: keyof ClaimWords; fault: string }[] {
  const { periodStart, periodEnd } = words
  const faults: { field: keyof ClaimWords; fault: string }[] = []
  if (isNamed(words.beneficiaryKind) && !words.beneficiary) faults.push({ field: 'beneficiary', fault: 'Required' })
  if ((periodStart === undefined) !== (periodEnd === undefined)) {
    faults.push({ field: 'periodEnd', fault: 'give both days of the period, or none' })
  }
  if (periodStart && periodEnd && periodStart > periodEnd) {
    faults.push({ field: 'periodEnd', fault: 'must not be before the first day' })
  }
  if (needsDetail(words.purpose) && !words.purposeDetail) faults.push({ field: 'purposeDetail', fault: 'Required' })
  return faults
}
