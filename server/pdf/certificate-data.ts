import type { BeneficiaryKind } from '#shared/rules/claim.ts'

/** What a certificate says. Days are `YYYY-MM-DD`, times ISO 8601 in UTC, quantities whole units. */
export type CertificateData = {
  registry: Registry
  number: string
  version: number
  beneficiary: { name: string; kind: BeneficiaryKind; country: string | null }
  retiredBy: string
  quantity: number
  /** The asset's name. */
  unitName: { singular: string; plural: string }
  purpose: string
  purposeDetail: string | null
  period: Period | null
  countryOfConsumption: string | null
  /** Null when it is not public. */
  note: string | null
  claimedAt: string
  /** One for each asset, so that a project with two vintages is named twice. */
  projects: CertifiedProject[]
  /** All of the serial ranges, or the first of very many. */
  ranges: { serial: string; quantity: number; project: string }[]
  rangeCount: number
  ledger: { sequence: number; hash: string } | null
  chain: { transactionHash: string; chainId: number; blockNumber: number | null; url: string | null } | null
  verifyCode: string
  /** The claim's public page. */
  url: string
}

/** The registry that certifies; `accent` is the tenant's colour, `#rrggbb`, for ornaments only. */
export type Registry = { name: string; owner: string; accent?: string | null }

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
  /** Whether the project was suspended or withdrawn when the units were claimed. */
  stoppedAs: 'suspended' | 'withdrawn' | null
}
