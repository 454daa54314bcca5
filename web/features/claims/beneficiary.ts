import type { ClaimSummary } from '#shared/contract/claims.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that names the beneficiary of a claim, or says that there is no name. */
export function useBeneficiary(): (claim: Pick<ClaimSummary, 'beneficiary' | 'beneficiaryKind'>) => string {
  const { t } = useTranslation()
  return ({ beneficiary, beneficiaryKind }) =>
    beneficiary || t(beneficiaryKind === 'anonymous' ? 'claims.anonymous' : 'claims.unnamed')
}
