import { limits } from './limits.ts'

/** Returns a quantity of the ledger as a JSON number. Throws if that would not be exact, which the database rules out. */
export function toWire(quantity: bigint): number {
  if (quantity < 0n || quantity > BigInt(limits.quantity)) throw new RangeError(`not a quantity of units: ${quantity}`)
  return Number(quantity)
}
