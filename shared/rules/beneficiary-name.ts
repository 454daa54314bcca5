/** An import without a name does not mean that somebody wants to stay anonymous. */
export function nameOfBeneficiary(
  { beneficiary, beneficiaryKind, isImported }: { beneficiary: string; beneficiaryKind: string; isImported: boolean },
  t: (key: 'claims.anonymous' | 'claims.unnamed') => string,
): string {
  return beneficiary || t(beneficiaryKind === 'anonymous' && !isImported ? 'claims.anonymous' : 'claims.unnamed')
}
