import { availableParallelism } from 'node:os'
import { fairGate } from '#server/infra/fair-gate.ts'
import { threadOf, threadsOf } from '#server/infra/thread.ts'
import { Failure } from '#shared/rules/failure.ts'
import type { Language } from '#shared/rules/languages.ts'
import type { CardData } from './card-data.ts'
import type { CertifiedData } from './certificate-data.ts'
import type { StatementData } from './statement-data.ts'
import type { Order } from './writer-thread.ts'

/**
 * Threads keep processor time from requests and free their memory at the end. The small nursery saves a third of it at
 * the same speed.
 */
const thread = new URL('./writer-thread.ts', import.meta.url)

/** Leaves a core for requests; two writers always sufficed. */
const writers = availableParallelism() > 2 ? 2 : 1
const write = threadsOf<Order, Uint8Array>(thread, { count: writers, oldMemoryMb: 96, youngMemoryMb: 4 })

/** Short documents do not wait for long ones. */
const writeLong = threadOf<Order, Uint8Array>(thread, { oldMemoryMb: 128, youngMemoryMb: 4 })

/** More ranges make a long document. */
const rangesOfShortOne = 100

function crowded(): Failure {
  return new Failure('unavailable', 'Many documents are being written. Try again in a moment.')
}

/** Callers take turns to collect data and write; throws `unavailable` if too many wait. */
const certificateTurn = fairGate({ atOnce: writers, waiting: 400, crowded }).run

/** The same for long documents, one at a time. */
export const longTurn = fairGate({ atOnce: 1, waiting: 16, crowded }).run

export function turnOfCertificate(rangeCount: number): typeof longTurn {
  return isLong(rangeCount) ? longTurn : certificateTurn
}

function isLong(rangeCount: number): boolean {
  return rangeCount > rangesOfShortOne
}

/**
 * Writes a claim's certificate as a PDF: one A4 page, with an annex for more than three serial ranges or long text.
 * The file is PDF/A-3a and PDF/UA-1, with the signed credential inside it.
 * Equal bytes need equal versions of Node and libraries, so an issued certificate is stored. Takes some 20 ms.
 */
export function renderCertificate(data: CertifiedData, language: Language): Promise<Uint8Array> {
  return (isLong(data.rangeCount) ? writeLong : write)({ kind: 'certificate', data, language })
}

/** Writes an account's lifetime statement, the legacy certificate, as A4 pages. */
export function renderStatement(data: StatementData, language: Language): Promise<Uint8Array> {
  return writeLong({ kind: 'statement', data, language })
}

/** Returns an SVG for link previews. */
export function renderCard(data: CardData): Promise<Uint8Array> {
  return write({ kind: 'card', data })
}
