/**
 * Returns the digits of the claim that the file of a certificate names in its title, as its metadata have it in letters of one byte or
 * of two; null for other files. It says what the file claims to be, and nothing about whether it is so.
 */
export function claimNumberIn(bytes: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(bytes)
  if (!text.startsWith('%PDF-')) return null
  return /\bC-(\d{6,15})\b/.exec(text.replaceAll('\0', ''))?.[1] ?? null
}
