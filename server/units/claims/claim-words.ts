import { createHash, randomInt } from 'node:crypto'
import type { ClaimWording, Item } from '#server/units/ledger/movements.ts'

/**
 * SHA-256 of the claim's public words as canonical JSON, for the chain's event. Private fields are left out, so that
 * anyone can recompute the hash from the public page.
 */
export function claimHash(tenantId: string, accountId: string, wording: ClaimWording, items: readonly Item[]): Buffer {
  const words = {
    tenantId,
    claimId: wording.id,
    accountId,
    beneficiaryKind: wording.beneficiary_kind,
    beneficiary: wording.beneficiary_name,
    beneficiaryCountry: wording.beneficiary_country,
    purpose: wording.purpose,
    purposeDetail: wording.purpose_detail,
    period: wording.period,
    countryOfConsumption: wording.country_of_consumption,
    note: wording.note_is_public ? wording.note : null,
    verifyCode: wording.verify_code,
    items: [...items]
      .sort((a, b) => (a.assetId < b.assetId ? -1 : 1))
      .map(({ assetId, quantity }) => ({ assetId, quantity })),
  }
  return createHash('sha256').update(JSON.stringify(words)).digest()
}

/** Crockford's base 32, without ambiguous characters; ten give 50 bits. */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random code, `XXXXX-XXXXX`. */
export function newVerifyCode(): string {
  const five = () => Array.from({ length: 5 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
  return `${five()}-${five()}`
}
