import type { ClaimSummary } from '#shared/contract/claims.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that names a claim's beneficiary. */
export function useBeneficiary(): (
  claim: Pick<ClaimSummary, 'beneficiary' | 'beneficiaryKind' | 'isImported'>,
) => string {
  const { t } = useTranslation()
  // An import without a name does not mean that somebody wants to stay anonymous.
  return ({ beneficiary, beneficiaryKind, isImported }) =>
    beneficiary || t(beneficiaryKind === 'anonymous' && !isImported ? 'claims.anonymous' : 'claims.unnamed')
}
