import { limits } from './limits.ts'

/** Throws if a JSON number would not be exact, which the database rules out. */
export function toWire(quantity: bigint): number {
  if (quantity < 0n || quantity > BigInt(limits.quantity)) throw new RangeError(`not a quantity of units: ${quantity}`)
  return Number(quantity)
}
