import type { ClaimWords } from '#proof/correction.ts'
import type { BeneficiaryKind } from '#shared/rules/claim.ts'

/** Days are `YYYY-MM-DD`, times ISO 8601 in UTC, quantities whole units. */
export type CertificateData = {
  registry: Registry
  number: string
  version: number
  /** The newest correction of the claim's wording; absent without any. */
  correction?: Correction
  /** Why the registry issued this version anew after an earlier wording of its own; absent unless it did. */
  reissue?: { reason: string; at: string }
  beneficiary: { name: string; kind: BeneficiaryKind; country: string | null }
  retiredBy: string
  quantity: number
  unitName: { singular: string; plural: string }
  purpose: string
  purposeDetail: string | null
  period: Period | null
  countryOfConsumption: string | null
  /** Null if not public. */
  note: string | null
  claimedAt: string
  /** One per asset: a project with two vintages appears twice. */
  projects: CertifiedProject[]
  /** Maybe only the first of `rangeCount`. */
  ranges: { serial: string; quantity: number; project: string }[]
  rangeCount: number
  ledger: { sequence: number; hash: string } | null
  chain: { transactionHash: string; chainId: number; blockNumber: number | null; url: string | null } | null
  verifyCode: string
  /** The claim's public page. */
  url: string
}

/** The facts of the certificate as a signed credential, which the file has inside it. */
export type CertifiedData = CertificateData & { credential: string }

/** `accent`, `#rrggbb`, is for ornaments. */
export type Registry = { name: string; owner: string; accent?: string | null }

/** `version` is of the wording, `words` the corrected ones, `hash` of the correction's canonical text. */
export type Correction = {
  version: number
  words: (keyof ClaimWords)[]
  byRegistry: boolean
  reason: string | null
  at: string
  hash: string
}

type Period = { start: string; end: string }

export type CertifiedProject = {
  name: string
  id: string
  url: string | null
  country: string | null
  type: string | null
  proponent: string | null
  methodology: string | null
  version: string | null
  standard: string | null
  vintage: string | null
  monitoringPeriod: Period | null
  verifier: string | null
  verifiedAt: string | null
  /** At the time of the claim. */
  stoppedAs: 'suspended' | 'withdrawn' | null
}
