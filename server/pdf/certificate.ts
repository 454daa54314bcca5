import type { Language } from '#shared/rules/languages.ts'
import type { CertificateData } from './certificate-data.ts'
import { inWriter } from './writer.ts'

export type { CertificateData, CertifiedProject } from './certificate-data.ts'

/**
 * Writes the certificate of a claim as a PDF: one A4 page, and an annex where there are more than three serial ranges or
 * more text than the page holds. The same data gives the same bytes with the same versions of Node and of the libraries,
 * so a certificate that was issued is kept and not written again. Takes some 40 ms of a thread of its own.
 */
export function renderCertificate(data: CertificateData, language: Language): Promise<Uint8Array> {
  return inWriter({ kind: 'certificate', data, language })
}
