import { serveOrders } from '#server/infra/orders.ts'
import type { Language } from '#shared/rules/languages.ts'
import type { CardData } from './card-data.ts'
import type { CertifiedData } from './certificate-data.ts'
import type { StatementData } from './statement-data.ts'
import { writeCard } from './write-card.ts'
import { writeCertificate } from './write-certificate.ts'
import { writeStatement } from './write-statement.ts'

export type Order =
  | { kind: 'certificate'; data: CertifiedData; language: Language }
  | { kind: 'statement'; data: StatementData; language: Language }
  | { kind: 'card'; data: CardData }

// One at a time, because documents share fonts.
serveOrders((order: Order) => {
  if (order.kind === 'card') return writeCard(order.data)
  return order.kind === 'certificate'
    ? writeCertificate(order.data, order.language)
    : writeStatement(order.data, order.language)
})
