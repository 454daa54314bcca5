/**
 * Returns the degrees that were typed, with a dot or a comma; null if nothing was typed. What is no number stays as it is, for the
 * form to refuse.
 */
export function typedDegrees(typed: unknown): number | string | null {
  const text = String(typed ?? '').trim()
  if (text === '') return null
  const degrees = Number(text.replace(',', '.'))
  return Number.isNaN(degrees) ? text : degrees
}
