import { readAccount } from '#shared/contract/accounts.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { listBalances } from '#shared/contract/wallet.ts'
import { sandboxCaller } from './signed-in.ts'

/** A claim of the buyer for a test that changes the claim: others look at those of the sample. */
export async function aClaim(beneficiary: string): Promise<string> {
  const buyer = await sandboxCaller('buyer')
  const { accountId } = await buyer.call(readAccount)
  const [held] = (await buyer.call(listBalances, { query: { accountId } })).items
  const { claimId } = await buyer.call(createClaim, {
    body: {
      items: [{ assetId: held?.assetId ?? '', quantity: 1 }],
      beneficiaryKind: 'organisation',
      beneficiary,
      purpose: 'public claim',
      periodStart: '2024-01-01',
      periodEnd: '2024-12-31',
      isAuthorised: true,
    },
  })
  return claimId
}
