import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { isOld, lastReconciliation } from '#server/units/settlement/record.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { lookUp, readFigures } from '#shared/contract/registry.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { claimPath, paths, projectPath, recordPath } from '#shared/rules/paths.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { type FoundRow, figuresOf, find } from './registry.store.ts'

const mostFound = 20

/** The public figures of a tenant, and what the last comparison of ledger and chain found. */
export async function figures(deps: UnitsDeps, tenantId: string): Promise<ReplyOf<typeof readFigures>> {
  await tenantOf(deps, tenantId)
  const [row, reconciliation] = await Promise.all([
    figuresOf(deps.sql, tenantId),
    lastReconciliation(deps.sql, tenantId),
  ])
  return {
    projects: toWire(row.projects),
    issued: toWire(row.issued),
    claimed: toWire(row.claimed),
    cancelled: toWire(row.cancelled),
    claims: toWire(row.claims),
    settlement: {
      recorded: toWire(row.recorded),
      submitted: toWire(row.submitted),
      confirmed: toWire(row.movements - row.recorded - row.submitted - row.parked),
      parked: toWire(row.parked),
    },
    reconciliation,
    isOld: isOld({ now: deps.now(), reconciliation, waitingSince: row.waitingSince }),
  }
}

/** Finds what a serial number, claim number, verify code, id or hash names; at most 20 things, none if it names nothing. */
export async function look(deps: UnitsDeps, tenantId: string, q: string): Promise<ReplyOf<typeof lookUp>> {
  await tenantOf(deps, tenantId)
  const found = await find(deps.sql, tenantId, q, mostFound)
  return {
    items: found.map((row) => ({
      kind: row.kind,
      id: row.id,
      title: row.title,
      path: pathOf(tenantId, row),
      at: row.at,
      isSuperseded: row.isSuperseded,
    })),
  }
}

/** The screen of what a code names. */
export function pathOf(tenantId: string, row: FoundRow): string {
  if (row.kind === 'claim') return claimPath(row.id)
  if (row.kind === 'transaction') return recordPath(row.id)
  // Its account alone opens it again, there.
  if (row.kind === 'statement') return paths.profile
  return projectPath(formatProjectKey({ tenantId, accountId: row.accountId ?? '', projectId: row.id }))
}
