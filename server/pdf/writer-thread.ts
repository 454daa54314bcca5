import { serveOrders } from '#server/infra/orders.ts'
import type { Language } from '#shared/rules/languages.ts'
import type { CertificateData } from './certificate-data.ts'
import type { StatementData } from './statement-data.ts'
import { writeCertificate } from './write-certificate.ts'
import { writeStatement } from './write-statement.ts'

/** A document to write. */
export type Order =
  | { kind: 'certificate'; data: CertificateData; language: Language }
  | { kind: 'statement'; data: StatementData; language: Language }

// One after the other: the fonts are shared.
serveOrders((order: Order) =>
  order.kind === 'certificate'
    ? writeCertificate(order.data, order.language)
    : writeStatement(order.data, order.language),
)
