import { serveExport } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { exportBalances } from '#shared/contract/exports.ts'
import { burnUnits, listBalances, mintUnits, previewMovement, transferUnits } from '#shared/contract/wallet.ts'
import { accountBalances, burnUnitsOf, mintUnitsOf, movementPreview, transferUnitsOf } from './wallet.ts'

export const walletRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(listBalances, ({ actor, query }) => accountBalances(deps, actor, query))
  serveExport(serve, exportBalances, ({ actor, query }) => accountBalances(deps, actor, query))
  serve(previewMovement, ({ actor, body }) => movementPreview(deps, actor, body))
  serve(mintUnits, ({ actor, body, idempotency }) => mintUnitsOf(deps, actor, idempotency, body))
  serve(transferUnits, ({ actor, body, idempotency }) => transferUnitsOf(deps, actor, idempotency, body))
  serve(burnUnits, ({ actor, body, idempotency }) => burnUnitsOf(deps, actor, idempotency, body))
}
