/** What is typed as a quantity: digits, with spaces or grouping left out; undefined while nothing is typed. */
export function typedQuantity(typed: unknown): number | undefined {
  const text = String(typed ?? '').replace(/[\s\u00a0\u202f.,']/g, '')
  if (text === '') return undefined
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}
