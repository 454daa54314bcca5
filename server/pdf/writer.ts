import { availableParallelism } from 'node:os'
import { fairGate } from '#server/infra/fair-gate.ts'
import { threadOf, threadsOf } from '#server/infra/thread.ts'
import { Failure } from '#shared/rules/failure.ts'
import type { Language } from '#shared/rules/languages.ts'
import type { CardData } from './card-data.ts'
import type { CertificateData } from './certificate-data.ts'
import type { StatementData } from './statement-data.ts'
import type { Order } from './writer-thread.ts'

/**
 * Documents are written in threads of their own: fonts, shaping and packing take processor time that requests would wait for, and
 * memory that is given back when a thread ends. A small nursery takes a third less of it for the same speed.
 */
const thread = new URL('./writer-thread.ts', import.meta.url)

/** One writer leaves a core to the requests, where there are two; more than two have never been needed. */
const writers = availableParallelism() > 2 ? 2 : 1
const write = threadsOf<Order, Uint8Array>(thread, { count: writers, oldMemoryMb: 96, youngMemoryMb: 4 })

/** Long documents are written by a thread of their own, one after the other, and no short one waits for them. */
const writeLong = threadOf<Order, Uint8Array>(thread, { oldMemoryMb: 128, youngMemoryMb: 4 })

/** A certificate that lists more ranges is a long document. */
const rangesOfShortOne = 100

function crowded(): Failure {
  return new Failure('unavailable', 'Many documents are being written. Try again in a moment.')
}

/** Writes short certificates, and gathers what they say, in turn by who asked for them; `unavailable` where too many wait. */
const certificateTurn = fairGate({ atOnce: writers, waiting: 400, crowded }).run

/** The same for long documents, of which one is gathered and written at a time. */
export const longTurn = fairGate({ atOnce: 1, waiting: 16, crowded }).run

/** Whose turn a certificate of so many ranges waits for. */
export function turnOfCertificate(rangeCount: number): typeof longTurn {
  return isLong(rangeCount) ? longTurn : certificateTurn
}

function isLong(rangeCount: number): boolean {
  return rangeCount > rangesOfShortOne
}

/**
 * Writes the certificate of a claim as a PDF: one A4 page, and an annex where there are more than three serial ranges or
 * more text than the page holds. The same data gives the same bytes with the same versions of Node and of the libraries,
 * so a certificate that was issued is kept and not written again. Takes some 20 ms of a thread's time.
 */
export function renderCertificate(data: CertificateData, language: Language): Promise<Uint8Array> {
  return (isLong(data.rangeCount) ? writeLong : write)({ kind: 'certificate', data, language })
}

/** Writes an account's lifetime statement, the legacy certificate, as a PDF of as many A4 pages as it needs. */
export function renderStatement(data: StatementData, language: Language): Promise<Uint8Array> {
  return writeLong({ kind: 'statement', data, language })
}

/** Draws the picture of a shared link, as an SVG in which letters are outlines. */
export function renderCard(data: CardData): Promise<Uint8Array> {
  return write({ kind: 'card', data })
}
