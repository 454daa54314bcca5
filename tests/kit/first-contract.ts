import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { concat, encodeAbiParameters, keccak256, parseAbiParameters } from 'viem'
import { chainIdOf, feesOf, headOf, nonceOf } from '#server/infra/chain/chain.ts'
import type { Address, Hex } from '#server/infra/chain/derive.ts'
import { contractMadeBy } from '#server/infra/chain/sign.ts'
import { contractOf, insertChainTransaction } from '#server/units/settlement/chain-transactions.store.ts'
import { newOperationId } from '#server/units/settlement/submit.ts'
import { passUntil, type SettledLedger } from './settled-ledger.ts'

/** Deploys the contract of commit a615c961, the first one, which knows neither metadata nor anchors. */
export async function theFirstContract(ledger: SettledLedger): Promise<Address> {
  const { deps, sql } = ledger
  const { operator } = deps.chain
  const stored = await readFile(new URL('fixtures/first-contract.gz', import.meta.url))
  const code: Hex = `0x${gunzipSync(stored).toString('hex')}`
  const roles = parseAbiParameters('address admin, address operator, address pauser')
  const data = concat([code, encodeAbiParameters(roles, [operator.address, operator.address, operator.address])])
  const [chainId, nonce, fees, head] = await Promise.all([
    chainIdOf(deps.chain),
    nonceOf(deps.chain, operator.address, 'latest'),
    feesOf(deps.chain),
    headOf(deps.chain),
  ])
  const raw = await operator.signTransaction({
    type: 'eip1559',
    chainId,
    nonce: Number(nonce),
    ...fees,
    data,
    gas: 4_000_000n,
  })
  const contract = contractMadeBy(operator.address, nonce)
  const made = {
    id: newOperationId(),
    chainId,
    signer: operator.address,
    nonce,
    purpose: 'deployment',
    contract,
  } as const
  const signed = { raw, hash: keccak256(raw), maxFeePerGas: fees.maxFeePerGas }
  await sql.begin((tx) => insertChainTransaction(tx, made, signed, head.number))
  await passUntil(ledger, async () => (await contractOf(sql, chainId))?.minedIn != null)
  return contract
}
