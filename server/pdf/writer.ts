import { threadOf } from '#server/infra/thread.ts'
import type { Language } from '#shared/rules/languages.ts'
import type { CertificateData } from './certificate-data.ts'
import type { StatementData } from './statement-data.ts'
import type { Order } from './writer-thread.ts'

/**
 * Documents are written in a thread of its own: fonts, shaping and packing take processor time that requests would wait for, and
 * memory that is given back when the thread ends. A small nursery takes a third less of it for the same speed.
 */
const write = threadOf<Order, Uint8Array>(new URL('./writer-thread.ts', import.meta.url), {
  oldMemoryMb: 512,
  youngMemoryMb: 4,
})

/**
 * Writes the certificate of a claim as a PDF: one A4 page, and an annex where there are more than three serial ranges or
 * more text than the page holds. The same data gives the same bytes with the same versions of Node and of the libraries,
 * so a certificate that was issued is kept and not written again. Takes some 40 ms of a thread of its own.
 */
export function renderCertificate(data: CertificateData, language: Language): Promise<Uint8Array> {
  return write({ kind: 'certificate', data, language })
}

/** Writes an account's lifetime statement, the legacy certificate, as a PDF of as many A4 pages as it needs. */
export function renderStatement(data: StatementData, language: Language): Promise<Uint8Array> {
  return write({ kind: 'statement', data, language })
}
