import type { RefusalReason } from './failure.ts'

export const beneficiaryKinds = ['organisation', 'person', 'anonymous'] as const
export type BeneficiaryKind = (typeof beneficiaryKinds)[number]

export const purposes = [
  'corporate target',
  'public claim',
  'insetting',
  'regulatory',
  'contribution to the host country',
  'product or event',
  'personal',
  'other',
] as const

/** Whether a claim must name its beneficiary. */
export function isNamed(kind: BeneficiaryKind | undefined): boolean {
  return kind !== 'anonymous'
}

/** Whether a claim must describe its purpose. */
export function needsDetail(purpose: string | undefined): boolean {
  return purpose === 'other' || purpose === 'regulatory'
}

/** Fields with rules between them. Days are `YYYY-MM-DD`. */
export type ClaimWords = {
  beneficiaryKind?: BeneficiaryKind | undefined
  beneficiary?: string | undefined
  purpose?: string | undefined
  purposeDetail?: string | undefined
  periodStart?: string | undefined
  periodEnd?: string | undefined
}

type ClaimFault = { field: keyof ClaimWords; fault: string; reason: RefusalReason | 'ui.invalid.required' }

/** Returns what is missing or contradictory in a claim, each with the field to correct. */
export function faultsOfClaim(words: ClaimWords): ClaimFault[] {
  const { periodStart, periodEnd } = words
  const faults: ClaimFault[] = []
  if (isNamed(words.beneficiaryKind) && !words.beneficiary)
    faults.push({ field: 'beneficiary', fault: 'Required', reason: 'ui.invalid.required' })
  if ((periodStart === undefined) !== (periodEnd === undefined)) {
    faults.push({ field: 'periodEnd', fault: 'give both days of the period, or none', reason: 'claim.bothDays' })
  }
  if (periodStart && periodEnd && periodStart > periodEnd) {
    faults.push({ field: 'periodEnd', fault: 'must not be before the first day', reason: 'days.order' })
  }
  if (needsDetail(words.purpose) && !words.purposeDetail)
    faults.push({ field: 'purposeDetail', fault: 'Required', reason: 'ui.invalid.required' })
  return faults
}

/** Whether held units may be claimed; `stop` is null unless their project is suspended or withdrawn. */
export function mayBeClaimed({ stop }: { stop: { mayBeClaimed: boolean } | null }): boolean {
  return stop === null || stop.mayBeClaimed
}

export function mayBeTransferred({ stop }: { stop: { mayBeTransferred?: false | undefined } | null }): boolean {
  return stop?.mayBeTransferred !== false
}
