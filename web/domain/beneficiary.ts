import type { ClaimSummary } from '#shared/contract/claims.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

/** Returns a function that names the beneficiary of a claim, or says that there is no name. */
export function useBeneficiary(): (
  claim: Pick<ClaimSummary, 'beneficiary' | 'beneficiaryKind' | 'isImported'>,
) => string {
  const { t } = useTranslation()
  // An export that names nobody does not say that somebody wished to stay unnamed.
  return ({ beneficiary, beneficiaryKind, isImported }) =>
    beneficiary || t(beneficiaryKind === 'anonymous' && !isImported ? 'claims.anonymous' : 'claims.unnamed')
}
