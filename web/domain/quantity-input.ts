/**
 * Returns the quantity that was typed, without spaces and grouping; undefined if nothing was typed, NaN if it is no
 * number.
 */
export function typedQuantity(typed: unknown): number | undefined {
  const text = String(typed ?? '').replace(/[\s\u00a0\u202f.,']/g, '')
  if (text === '') return undefined
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}
