import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { evidenceFor } from '#server/mrv/evidence/evidence-tree.ts'
import type { SiteDeps } from '#server/people/tenants/sites.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import { unitsNamed } from '#server/units/ledger/named-units.ts'
import { explorerUrlOf } from '#server/units/transactions/transactions.ts'
import type { Evidence } from '#shared/contract/evidence.ts'
import type { UnitsFound } from '#shared/contract/units.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { serialLabel } from '#shared/rules/serials.ts'
import { serialsOf } from './registry.ts'
import { type AssetRow, assetById, type MovementRow, movementsBetween } from './units.store.ts'

type UnitsDeps = SiteDeps & Pick<InfraDeps, 'chain'>

/** The first range that a text names. Fails with `not_found` where this registry never had its batch. */
export async function unitsAt(deps: UnitsDeps, actor: Actor, tenantId: string, q: string): Promise<UnitsFound> {
  await tenantOf(deps, tenantId)
  const named = await unitsNamed(deps.sql, tenantId, q)
  const rows = named.filter(({ asked, serial }) => asked === named[0]?.asked && serial === named[0]?.serial)
  const [first, last] = [rows[0]?.first ?? null, rows.at(-1)?.last ?? null]
  const asset = rows[0]?.assetId ? await assetById(deps.sql, tenantId, rows[0].assetId) : null
  const [found] = serialsOf(rows)
  if (!found || !asset || first === null || last === null) {
    throw new Failure('not_found', 'This registry knows no such units.', because('noSuch.units'))
  }
  const serial = serialLabel({ ...asset, first, last })
  const [movements, evidence] = await Promise.all([
    movementsBetween(deps.sql, tenantId, { assetId: asset.assetId, first, last }, limits.unitMovements),
    evidenceOf(deps, actor, tenantId, asset),
  ])
  return {
    serial,
    origin: found.serial === serial ? null : found.serial,
    quantity: found.quantity,
    parts: found.parts,
    asset: {
      assetId: asset.assetId,
      project: asset.project,
      projectKey: formatProjectKey({ tenantId, accountId: asset.projectAccountId, projectId: asset.projectId }),
      country: asset.country,
      vintage: asset.vintage,
      batch: asset.batch,
      issued: toWire(asset.issued),
    },
    evidence,
    movements: movements.map((row) => movementOf(deps, row)),
    movementCount: toWire(movements[0]?.total ?? 0n),
  }
}

/** Null where the caller may not read the project. */
async function evidenceOf(
  deps: UnitsDeps,
  actor: Actor,
  tenantId: string,
  { projectId, assetId }: AssetRow,
): Promise<Evidence | null> {
  try {
    const { items } = await evidenceFor(deps, actor, { tenantId, projectId })
    return items.find((item) => item.assetId === assetId) ?? null
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return null
    throw error
  }
}

function movementOf(deps: UnitsDeps, row: MovementRow): UnitsFound['movements'][number] {
  const { transactionId, type, at, claimId, first, last, fromId, toId, transactionHash } = row
  return {
    transactionId,
    type,
    at,
    claimId,
    from: fromId === null ? null : { accountId: fromId, name: row.fromName ?? '' },
    to: toId === null ? null : { accountId: toId, name: row.toName ?? '' },
    first: toWire(first),
    last: toWire(last),
    quantity: toWire(last - first + 1n),
    settlement: {
      state: row.state,
      reason: row.stateReason,
      transactionHash,
      explorerUrl: explorerUrlOf(deps, transactionHash),
    },
  }
}
