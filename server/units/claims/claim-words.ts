import { randomBytes, randomInt } from 'node:crypto'
import { claimText, privateHash } from '#proof/claim.ts'
import { sha256Of } from '#proof/hash.ts'
import type { ClaimWording, Item } from '#server/units/ledger/movements.ts'

/** SHA-256 of the claim's canonical text, for the movement and the chain's event. */
export function claimHash(tenantId: string, accountId: string, wording: ClaimWording, items: readonly Item[]): Buffer {
  const { note, note_is_public, own_reference, private_salt } = wording
  const text = claimText({
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
    note: note_is_public ? note : null,
    verifyCode: wording.verify_code,
    items: [...items],
    privateHash:
      private_salt === null
        ? undefined
        : privateHash(private_salt, { note: note_is_public ? '' : note, ownReference: own_reference ?? '' }),
  })
  return Buffer.from(sha256Of(text), 'hex')
}

/** For claims with words that only their account may read: 16 random bytes in hex. */
export function newPrivateSalt({ note, noteIsPublic, ownReference }: PrivateDraft): string | null {
  return (note && !noteIsPublic) || ownReference ? randomBytes(16).toString('hex') : null
}

type PrivateDraft = { note?: string | undefined; noteIsPublic?: boolean | undefined; ownReference?: string | undefined }

/** Crockford's base 32, without ambiguous characters; ten give 50 bits. */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A random code, `XXXXX-XXXXX`. */
export function newVerifyCode(): string {
  const five = () => Array.from({ length: 5 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
  return `${five()}-${five()}`
}
