import { getContractAddress, keccak256, parseTransaction } from 'viem'
import type { Chain, Fees } from './chain.ts'
import {
  type AnchoredHead,
  anchorData,
  batchData,
  deploymentData,
  gasOfAnchor,
  gasOfDeployment,
  gasOfItems,
  gasOfPause,
  isOfThisVersion,
  type Operation,
  pauseData,
} from './contract.ts'
import type { Address, Hex } from './derive.ts'

/** Store it before you broadcast it. */
export type Signed = { raw: Hex; hash: Hex; maxFeePerGas: bigint }

/** The chain id prevents replay on other chains, the nonce on this one. */
export type Slot = { chainId: number; nonce: bigint; fees: Fees }

/** Sends no request. */
export function signBatch(
  chain: Chain,
  slot: Slot,
  contract: Address,
  operationId: Hex,
  items: readonly Operation[],
): Promise<Signed> {
  return sign(chain, slot, { to: contract, data: batchData(operationId, items), gas: gasOfItems(items) })
}

/** Gives the operator every role; the address is `contractMadeBy(operator, nonce)`. `site`: of the contract's facts. */
export function signDeployment(chain: Chain, slot: Slot, site: string): Promise<Signed> {
  return sign(chain, slot, { data: deploymentData(chain.operator.address, site), gas: gasOfDeployment })
}

/** Sends no request. */
export function signAnchor(chain: Chain, slot: Slot, contract: Address, head: AnchoredHead): Promise<Signed> {
  return sign(chain, slot, { to: contract, data: anchorData(head), gas: gasOfAnchor })
}

/** Stops a contract, or lets it go on. Sends no request. */
export function signPause(chain: Chain, slot: Slot, contract: Address, isPaused: boolean): Promise<Signed> {
  return sign(chain, slot, { to: contract, data: pauseData(isPaused), gas: gasOfPause })
}

/** Whether a signed deployment makes the contract of this version. */
export function deploysThisVersion(raw: Hex): boolean {
  return isOfThisVersion(parseTransaction(raw).data ?? '0x')
}

/** Only uses up the nonce. */
export function signVoid(chain: Chain, slot: Slot): Promise<Signed> {
  return sign(chain, slot, { to: chain.operator.address, gas: 21_000n })
}

/** Keeps the nonce, changes the fees. Throws for any type but EIP-1559. */
export async function resign({ operator }: Chain, raw: Hex, fees: Fees): Promise<Signed> {
  const { r, s, v, yParity, ...transaction } = parseTransaction(raw)
  if (transaction.type !== 'eip1559') throw new Error('Only our own transactions are signed again.')
  const again = await operator.signTransaction({ ...transaction, ...fees })
  return { raw: again, hash: keccak256(again), maxFeePerGas: fees.maxFeePerGas }
}

export function contractMadeBy(sender: Address, nonce: bigint): Address {
  return getContractAddress({ from: sender, nonce })
}

async function sign({ operator }: Chain, slot: Slot, call: { to?: Address; data?: Hex; gas: bigint }): Promise<Signed> {
  const { chainId, nonce, fees } = slot
  const raw = await operator.signTransaction({ type: 'eip1559', chainId, nonce: Number(nonce), ...fees, ...call })
  return { raw, hash: keccak256(raw), maxFeePerGas: fees.maxFeePerGas }
}
