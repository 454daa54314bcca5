import type { Feature } from '#server/feature.ts'
import { listTransactions, readPublicRecord, syncTransactions, watchSettlement } from '#shared/contract/transactions.ts'
import { accountTransactions, publicRecordOf, syncNow } from './transactions.ts'
import { watchSettlementOf } from './watch.ts'

export const transactionRoutes: Feature = (serve, deps) => {
  serve(listTransactions, ({ actor, query }) => accountTransactions(deps, actor, query))
  serve(syncTransactions, ({ actor }) => syncNow(deps, actor))
  serve(readPublicRecord, ({ params, query }) => publicRecordOf(deps, params.transactionId, query.tenantId))
  serve(watchSettlement, ({ params, query, reply }) =>
    watchSettlementOf(deps, params.transactionId, query.tenantId, reply),
  )
}
