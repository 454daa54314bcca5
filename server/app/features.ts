import type { Feature } from '#server/infra/http/feature.ts'
import { documentRoutes } from '#server/mrv/evidence/documents.routes.ts'
import { holderRoutes } from '#server/mrv/holders/holders.routes.ts'
import { marketRoutes } from '#server/mrv/market/market.routes.ts'
import { offerRoutes } from '#server/mrv/market/offers.routes.ts'
import { measurementRoutes } from '#server/mrv/measurements/measurements.routes.ts'
import { methodologyRoutes } from '#server/mrv/methodologies/methodologies.routes.ts'
import { projectRoutes } from '#server/mrv/projects/projects.routes.ts'
import { assignedRoutes } from '#server/mrv/tasks/assigned.routes.ts'
import { reviewRoutes } from '#server/mrv/tasks/review.routes.ts'
import { taskRoutes } from '#server/mrv/tasks/tasks.routes.ts'
import { timelineRoutes } from '#server/mrv/timeline/timeline.routes.ts'
import { verificationRoutes } from '#server/mrv/verifications/verifications.routes.ts'
import { accountRoutes } from '#server/people/accounts/accounts.routes.ts'
import { auditRoutes } from '#server/people/audit/audit.routes.ts'
import { auditorLinkRoutes } from '#server/people/auditors/auditor-links.routes.ts'
import { noticeRoutes } from '#server/people/notices/notices.routes.ts'
import { outcomeRoutes } from '#server/people/outcomes/outcomes.routes.ts'
import { stopRoutes } from '#server/people/stops/stops.routes.ts'
import { tenantRoutes } from '#server/people/tenants/tenants.routes.ts'
import { ownAccountRoutes } from '#server/people/users/own-accounts.routes.ts'
import { preferenceRoutes } from '#server/people/users/preferences.routes.ts'
import { userRoutes } from '#server/people/users/users.routes.ts'
import { auditFileRoutes } from '#server/public/audit-file/audit-file.routes.ts'
import { linkRoutes } from '#server/public/links/links.routes.ts'
import { registryRoutes } from '#server/public/registry.routes.ts'
import { tokenFactsRoutes } from '#server/public/token-facts/token-facts.routes.ts'
import { capRoutes } from '#server/units/caps/caps.routes.ts'
import { claimRoutes } from '#server/units/claims/claims.routes.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { disclosureRoutes } from '#server/units/disclosure/disclosure.routes.ts'
import { pendingRoutes } from '#server/units/pending/pending.routes.ts'
import { proofRoutes } from '#server/units/proof/proof.routes.ts'
import { transactionRoutes } from '#server/units/transactions/transactions.routes.ts'
import { walletRoutes } from '#server/units/wallet/wallet.routes.ts'

export const features: readonly Feature<UnitsDeps>[] = [
  registryRoutes,
  linkRoutes,
  tokenFactsRoutes,
  tenantRoutes,
  accountRoutes,
  stopRoutes,
  projectRoutes,
  documentRoutes,
  holderRoutes,
  methodologyRoutes,
  measurementRoutes,
  verificationRoutes,
  assignedRoutes,
  taskRoutes,
  reviewRoutes,
  timelineRoutes,
  walletRoutes,
  pendingRoutes,
  capRoutes,
  transactionRoutes,
  proofRoutes,
  claimRoutes,
  auditFileRoutes,
  disclosureRoutes,
  auditorLinkRoutes,
  userRoutes,
  noticeRoutes,
  outcomeRoutes,
  preferenceRoutes,
  ownAccountRoutes,
  marketRoutes,
  offerRoutes,
  auditRoutes,
]
