/**
 * Returns the digits of the claim number in a PDF's title (one- or two-byte letters), else null. The file may be
 * forged.
 */
export function claimNumberInPdf(bytes: Uint8Array): string | null {
  const text = new TextDecoder('latin1').decode(bytes)
  if (!text.startsWith('%PDF-')) return null
  return /\bC-(\d{6,15})\b/.exec(text.replaceAll('\0', ''))?.[1] ?? null
}
