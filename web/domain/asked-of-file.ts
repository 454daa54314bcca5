import { claimNumberInPdf } from '#shared/rules/certificate-file.ts'

/** A text to verify; of a file its hash, and the claim number that it names. */
export interface Asked {
  q: string
  named: string | null
}

/** The registry finds certificates by hash. */
export async function askedOfFile(file: File): Promise<Asked> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return { q: await sha256Of(bytes), named: claimNumberInPdf(bytes) }
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
