import { Readable } from 'node:stream'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { exportAudit, listAudit, listAuditActors } from '#shared/contract/audit.ts'
import { auditActors, auditLog, auditTable } from './audit-log.ts'

export const auditRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(listAudit, ({ actor, query }) => auditLog(deps, actor, query))
  serve(listAuditActors, ({ actor, query }) => auditActors(deps, actor, query))
  serve(exportAudit, ({ actor, query, reply }) => {
    reply.header('content-disposition', 'attachment; filename="audit.csv"')
    return Readable.from(auditTable(deps, actor, query))
  })
}
