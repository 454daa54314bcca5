import { accountRoutes } from './accounts/accounts.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { claimRoutes } from './claims/claims.routes.ts'
import type { Deps } from './deps.ts'
import type { Feature } from './http/feature.ts'
import { marketRoutes } from './market/market.routes.ts'
import { measurementRoutes } from './measurements/measurements.routes.ts'
import { methodologyRoutes } from './methodologies/methodologies.routes.ts'
import { noticeRoutes } from './notices/notices.routes.ts'
import { projectRoutes } from './projects/projects.routes.ts'
import { registryRoutes } from './registry/registry.routes.ts'
import { tenantRoutes } from './tenants/tenants.routes.ts'
import { transactionRoutes } from './transactions/transactions.routes.ts'
import { preferenceRoutes } from './users/preferences.routes.ts'
import { userRoutes } from './users/users.routes.ts'
import { verificationRoutes } from './verifications/verifications.routes.ts'
import { walletRoutes } from './wallet/wallet.routes.ts'

/** Everything the registry does; the only list of it. */
export const features: readonly Feature<Deps>[] = [
  registryRoutes,
  tenantRoutes,
  accountRoutes,
  projectRoutes,
  methodologyRoutes,
  measurementRoutes,
  verificationRoutes,
  walletRoutes,
  transactionRoutes,
  claimRoutes,
  userRoutes,
  noticeRoutes,
  preferenceRoutes,
  marketRoutes,
  auditRoutes,
]
