import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import { type UnitsRow, unitsNamed } from '#server/units/ledger/named-units.ts'
import { isOld, lastReconciliation } from '#server/units/settlement/record.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { FoundSerial, lookUp, readFigures } from '#shared/contract/registry.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { claimPath, paths, projectPath, recordPath } from '#shared/rules/paths.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { type FoundRow, figuresOf, find } from './registry.store.ts'

const mostFound = 20

type Found = ReplyOf<typeof lookUp>

/** Public figures and the last reconciliation. */
export async function figures(
  deps: Pick<InfraDeps, 'sql' | 'lookups' | 'now'>,
  tenantId: string,
): Promise<ReplyOf<typeof readFigures>> {
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

/** Finds what a code identifies, at most 20 items, and the state of a serial number's units. */
export async function look(deps: LookupDeps, tenantId: string, q: string): Promise<Found> {
  await tenantOf(deps, tenantId)
  const [items, serials] = await Promise.all([itemsNamed(deps, tenantId, q), serialsNamed(deps, tenantId, q)])
  return { items, serials }
}

export async function itemsNamed({ sql }: LookupDeps, tenantId: string, q: string): Promise<Found['items']> {
  const found = await find(sql, tenantId, q, mostFound)
  return found.map((row) => ({
    kind: row.kind,
    id: row.id,
    title: row.title,
    path: pathOf(tenantId, row),
    at: row.at,
    isSuperseded: row.isSuperseded,
  }))
}

export async function serialsNamed({ sql }: LookupDeps, tenantId: string, q: string): Promise<FoundSerial[]> {
  return serialsOf(await unitsNamed(sql, tenantId, q))
}

/**
 * Merges adjacent parts with equal state and claim, because holders are private. Empty if no range is known: an id or
 * hash may look like a serial number.
 */
export function serialsOf(rows: readonly UnitsRow[]): FoundSerial[] {
  if (rows.every(({ first }) => first === null)) return []
  const ranges = Map.groupBy(rows, ({ asked, serial }) => `${asked} ${serial}`)
  return [...ranges.values()].map((own) => {
    const parts = own.flatMap((row) => partOf(row) ?? []).reduce<FoundSerial['parts']>(joined, [])
    return {
      serial: own[0]?.serial ?? '',
      quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0),
      parts,
    }
  })
}

type FoundPart = FoundSerial['parts'][number]

function partOf({ first, last, state, isLeft, ...row }: UnitsRow): FoundPart | null {
  if (first === null || last === null) return null
  const { claimId, claimNumber, beneficiary, beneficiaryKind, isImported } = row
  const isClaimed = claimId !== null && claimNumber !== null && beneficiaryKind !== null
  return {
    state: isLeft ? 'not looked at' : (state ?? 'never issued'),
    first: toWire(first),
    last: toWire(last),
    quantity: toWire(last - first + 1n),
    claim: isClaimed
      ? {
          claimId,
          claimNumber: toWire(claimNumber),
          beneficiary: beneficiary ?? '',
          beneficiaryKind,
          isImported: isImported === true,
        }
      : null,
  }
}

function joined(parts: FoundPart[], part: FoundPart): FoundPart[] {
  const before = parts.at(-1)
  if (before?.state !== part.state || before.claim?.claimId !== part.claim?.claimId || before.last + 1 !== part.first)
    return [...parts, part]
  return [...parts.slice(0, -1), { ...before, last: part.last, quantity: before.quantity + part.quantity }]
}

export function pathOf(tenantId: string, row: FoundRow): string {
  if (row.kind === 'claim') return claimPath(row.id)
  if (row.kind === 'transaction') return recordPath(row.id)
  // Only the account's profile page opens it.
  if (row.kind === 'statement') return paths.profile
  return projectPath(formatProjectKey({ tenantId, accountId: row.accountId ?? '', projectId: row.id }))
}
