import type { ClaimSummary } from '#shared/contract/claims.ts'
import { nameOfBeneficiary } from '#shared/rules/beneficiary-name.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that names a claim's beneficiary. */
export function useBeneficiary(): (
  claim: Pick<ClaimSummary, 'beneficiary' | 'beneficiaryKind' | 'isImported'>,
) => string {
  const { t } = useTranslation()
  return (claim) => nameOfBeneficiary(claim, t)
}
