/**
 * Returns the quantity that was typed, without spaces and grouping; undefined if nothing was typed, NaN if it is no
 * number.
 */
export function typedQuantity(typed: unknown): number | undefined {
  const text = String(typed ?? '').replace(/[\s\u00a0\u202f.,']/g, '')
  if (text === '') return undefined
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

/**
 * Returns the number that was typed, with a decimal point or comma; null if nothing was typed. What is no number stays as it is, for
 * the form to refuse.
 */
export function typedNumber(typed: unknown): number | string | null {
  const text = String(typed ?? '').trim()
  if (text === '') return null
  const number = Number(text.replace(',', '.'))
  return Number.isNaN(number) ? text : number
}
