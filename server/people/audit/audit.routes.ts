import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { serveExport } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { listAudit, listAuditActors } from '#shared/contract/audit.ts'
import { exportAudit } from '#shared/contract/exports.ts'
import { auditActors, auditLog } from './audit-log.ts'

export const auditRoutes: Feature<InfraDeps> = (serve, deps) => {
  serve(listAudit, ({ actor, query }) => auditLog(deps, actor, query))
  serve(listAuditActors, ({ actor, query }) => auditActors(deps, actor, query))
  serveExport(serve, exportAudit, ({ actor, query }) => auditLog(deps, actor, query))
}
