import { useTranslation } from 'react-i18next'
import type { ClaimSummary } from '#shared/contract/claims.ts'

/** For whom a claim was made, in words: its name, or that it was not named. */
export function useBeneficiary(): (claim: Pick<ClaimSummary, 'beneficiary' | 'beneficiaryKind'>) => string {
  const { t } = useTranslation()
  return ({ beneficiary, beneficiaryKind }) =>
    beneficiary || t(beneficiaryKind === 'anonymous' ? 'claims.anonymous' : 'claims.unnamed')
}
