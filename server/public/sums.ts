import { type Sql, snapshot } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import type { readSums, Sums } from '#shared/contract/sums.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { largestBeneficiaries } from './beneficiaries.store.ts'
import { lastSequence, type SumRow, sumsOf } from './sums.store.ts'

const mostBeneficiaries = 100
/** Above the possible number of rows. */
const mostSums = 2_000

/** Stored sums for charts, from one snapshot at `sequence`. */
export async function sums(
  deps: Pick<InfraDeps, 'sql' | 'lookups' | 'now'>,
  tenantId: string,
): Promise<ReplyOf<typeof readSums>> {
  await tenantOf(deps, tenantId)
  const read = (tx: Sql) =>
    Promise.all([
      sumsOf(tx, tenantId, mostSums),
      largestBeneficiaries(tx, tenantId, mostBeneficiaries),
      lastSequence(tx, tenantId),
    ])
  const [rows, beneficiaries, sequence] = await deps.sql.begin(read, snapshot)
  const of = (dimension: SumRow['dimension']) => rows.filter((row) => row.dimension === dimension)
  return {
    asOf: deps.now().toISOString(),
    sequence: toWire(sequence),
    months: addedUp(of('month')),
    vintages: of('vintage').map((row) => view(row, heldOf(row))),
    types: of('type').map((row) => view(row, heldOf(row))),
    countries: of('country').map((row) => view(row, heldOf(row))),
    beneficiaries: beneficiaries.map(({ name, claims, units, spellings }) => ({
      name,
      claims: toWire(claims),
      units: toWire(units),
      spellings,
    })),
  }
}

/** Adds cumulative holdings. */
function addedUp(months: readonly SumRow[]): Sums[] {
  let held = 0n
  return months.map((month) => {
    held += heldOf(month)
    return view(month, held)
  })
}

const heldOf = ({ issued, retired, cancelled }: SumRow) => issued - retired - cancelled

function view({ key, issued, retired, cancelled }: SumRow, held: bigint): Sums {
  return {
    key,
    issued: toWire(issued),
    retired: toWire(retired),
    cancelled: toWire(cancelled),
    held: toWire(held),
  }
}
