import { Worker } from 'node:worker_threads'
import type { Language } from '#shared/rules/languages.ts'
import type { CertificateData } from './certificate-data.ts'
import type { StatementData } from './statement-data.ts'
import type { Answer, Order } from './writer-thread.ts'

/**
 * Documents are written in a thread of its own: fonts, shaping and packing take processor time that requests would wait
 * for, and memory that is given back when the thread ends, some time after the last document.
 */
const idleMs = 60_000
const oldMemoryMb = 512
/** A small nursery: a third less memory for the same speed. */
const youngMemoryMb = 4

type Waiting = { resolve(bytes: Uint8Array): void; reject(error: Error): void }
type Writer = { worker: Worker; waiting: Map<number, Waiting>; rest: NodeJS.Timeout }

let writer: Writer | null = null
let lastId = 0

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

function write(order: Order): Promise<Uint8Array> {
  writer ??= startWriter()
  const { worker, waiting, rest } = writer
  const id = ++lastId
  rest.refresh()
  worker.ref()
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    worker.postMessage({ id, order })
  })
}

function startWriter(): Writer {
  const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: oldMemoryMb, maxYoungGenerationSizeMb: youngMemoryMb },
  })
  const waiting = new Map<number, Waiting>()
  const rest = setTimeout(() => endIfIdle(started), idleMs).unref()
  const started = { worker, waiting, rest }
  worker.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if (waiting.size === 0) worker.unref()
    rest.refresh()
    if ('bytes' in answer) asked?.resolve(answer.bytes)
    else asked?.reject(answer.error)
  })
  worker.on('error', (error) => failAll(started, error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => failAll(started, new Error('The document writer ended.')))
  return started
}

function endIfIdle(idle: Writer): void {
  if (idle.waiting.size > 0) return void idle.rest.refresh()
  if (writer === idle) writer = null
  void idle.worker.terminate()
}

/** Fails all documents that wait for this thread; the next one gets a new thread. */
function failAll(failed: Writer, error: Error): void {
  if (writer === failed) writer = null
  clearTimeout(failed.rest)
  for (const { reject } of failed.waiting.values()) reject(error)
  failed.waiting.clear()
}
