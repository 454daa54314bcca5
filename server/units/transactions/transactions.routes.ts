import { forVisitors } from '#server/infra/doors/deps.ts'
import { sendAsItComes } from '#server/infra/http/events.ts'
import { serveExport } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { exportTransactions } from '#shared/contract/exports.ts'
import { listTransactions, readPublicRecord, syncTransactions, watchSettlement } from '#shared/contract/transactions.ts'
import { accountTransactions, publicRecordOf, syncNow } from './transactions.ts'
import { watchSettlementOf } from './watch.ts'
import { watchedMovements } from './watched.ts'

export const transactionRoutes: Feature<UnitsDeps> = (serve, deps, { openStream }) => {
  const reading = forVisitors(deps)
  const watched = watchedMovements(reading)
  serve(listTransactions, ({ actor, query }) => accountTransactions(deps, actor, query))
  serveExport(serve, exportTransactions, ({ actor, query }) => accountTransactions(deps, actor, query))
  serve(syncTransactions, ({ actor }) => syncNow(deps, actor))
  serve(readPublicRecord, ({ params, query }) => publicRecordOf(reading, params.transactionId, query.tenantId))
  serve(watchSettlement, async ({ params, query, request, reply }) => {
    const open = (tenantId: string) => openStream(tenantId, request)
    const events = await watchSettlementOf(reading, watched, params.transactionId, query.tenantId, open)
    sendAsItComes(reply)
    return events
  })
}
