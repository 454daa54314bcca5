import { limits } from './limits.ts'

/** A quantity on the wire from a quantity in the ledger; the database keeps it within what a JSON number carries exactly. */
export function toWire(quantity: bigint): number {
  if (quantity < 0n || quantity > BigInt(limits.quantity)) throw new RangeError(`not a quantity of units: ${quantity}`)
  return Number(quantity)
}
