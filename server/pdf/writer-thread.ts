import { parentPort } from 'node:worker_threads'
import type { Language } from '#shared/rules/languages.ts'
import type { CertificateData } from './certificate-data.ts'
import type { StatementData } from './statement-data.ts'
import { writeCertificate } from './write-certificate.ts'
import { writeStatement } from './write-statement.ts'

/** A document to write. */
export type Order =
  | { kind: 'certificate'; data: CertificateData; language: Language }
  | { kind: 'statement'; data: StatementData; language: Language }
export type Answer = { id: number; bytes: Uint8Array } | { id: number; error: Error }

let last: Promise<void> = Promise.resolve()

// One after the other: the fonts are shared.
parentPort?.on('message', ({ id, order }: { id: number; order: Order }) => {
  last = last.then(async () => parentPort?.postMessage(await answer(id, order)))
})

async function answer(id: number, order: Order): Promise<Answer> {
  try {
    const bytes =
      order.kind === 'certificate'
        ? await writeCertificate(order.data, order.language)
        : await writeStatement(order.data, order.language)
    return { id, bytes }
  } catch (error) {
    return { id, error: error instanceof Error ? error : new Error(String(error)) }
  }
}
