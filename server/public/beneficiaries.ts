import { type Database, inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type {
  Beneficiary,
  joinBeneficiaries,
  listBeneficiaries,
  partBeneficiary,
  readBeneficiary,
} from '#shared/contract/beneficiaries.ts'
import type { ReplyOf, ValidBodyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import {
  type BeneficiaryRow,
  beneficiariesCalled,
  claimYearsOf,
  groupOfSpelling,
  lockBeneficiaries,
  regroup,
  type SpellingRow,
  spellingsOf,
} from './beneficiaries.store.ts'

/** Beneficiaries with a spelling that matches `q`. */
export async function beneficiaryList(
  { sql }: Pick<InfraDeps, 'sql'>,
  { tenantId }: Actor,
  { q = '', limit = limits.pageDefault }: ValidQueryOf<typeof listBeneficiaries>,
): Promise<ReplyOf<typeof listBeneficiaries>> {
  const { rows, total } = await beneficiariesCalled(sql, tenantId, q, limit)
  const spellings = await spellingsOf(
    sql,
    tenantId,
    rows.map(({ groupKey }) => groupKey),
  )
  return { items: rows.map((row) => shown(row, spellings)), total, nextCursor: null }
}

/** One beneficiary by any of its spellings, for anybody. Fails with `not_found` if no claim has the spelling. */
export async function beneficiaryNamed(
  deps: Pick<InfraDeps, 'sql' | 'lookups'>,
  { tenantId, beneficiary }: ValidQueryOf<typeof readBeneficiary>,
): Promise<ReplyOf<typeof readBeneficiary>> {
  const { sql } = deps
  await tenantOf(deps, tenantId)
  const groupKey = await groupOfSpelling(sql, tenantId, beneficiary)
  if (groupKey === null)
    throw new Failure('not_found', 'No claim names this beneficiary.', because('noSuch.beneficiary'))
  const [found, years] = await Promise.all([
    beneficiaryOf(sql, tenantId, groupKey),
    claimYearsOf(sql, tenantId, groupKey),
  ])
  const sum = (of: 'claims' | 'units') => toWire(years.reduce((all, year) => all + year[of], 0n))
  return {
    ...found,
    // Not the sums of `found`, which has no more than the first spellings.
    claims: sum('claims'),
    units: sum('units'),
    years: years.map(({ year, claims, units }) => ({ year, claims: toWire(claims), units: toWire(units) })),
  }
}

/** Merges two beneficiaries. Fails with `conflict` if they are one already, or if no claim has the spelling. */
export function join(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  { name, into, reason }: ValidBodyOf<typeof joinBeneficiaries>,
): Promise<Beneficiary> {
  return decide(sql, actor, [name, into], {
    act: 'tenant.joinBeneficiaries',
    after: { beneficiary: name, joinedWith: into, reason },
    moved: (spellings) => {
      if (groupOf(spellings, name) === groupOf(spellings, into))
        throw new Failure('conflict', 'These are one beneficiary already.', because('beneficiary.one', { name, into }))
      return spellings.map((each) => each.name)
    },
  })
}

/** Separates one spelling. Fails with `conflict` if it is the only one, or if no claim has it. */
export function part(
  { sql }: Pick<InfraDeps, 'sql'>,
  actor: Actor,
  { name, reason }: ValidBodyOf<typeof partBeneficiary>,
): Promise<Beneficiary> {
  return decide(sql, actor, [name], {
    act: 'tenant.partBeneficiary',
    after: { beneficiary: name, reason },
    moved: (spellings) => {
      groupOf(spellings, name)
      if (spellings.length === 1)
        throw new Failure('conflict', 'This spelling stands alone.', because('beneficiary.alone', { name }))
      return [name]
    },
  })
}

type Spellings = Awaited<ReturnType<typeof lockBeneficiaries>>
type Decision = {
  act: 'tenant.joinBeneficiaries' | 'tenant.partBeneficiary'
  after: Record<string, string>
  /** Returns the spellings for the new group. */
  moved: (spellings: Spellings) => string[]
}

async function decide(sql: Database, actor: Actor, names: string[], { act, after, moved }: Decision) {
  const { tenantId } = actor
  return inTenant(sql, tenantId, async (tx) => {
    // Spelling rules never derive this key.
    const groupKey = `#${newId()}`
    await regroup(tx, tenantId, moved(await lockBeneficiaries(tx, tenantId, names)), groupKey)
    await audit(tx, actor, { act, subject: `tenant:${tenantId}`, after })
    return beneficiaryOf(tx, tenantId, groupKey)
  })
}

function groupOf(spellings: Spellings, name: string): string {
  const found = spellings.find((each) => each.name === name)
  if (!found) throw new Failure('conflict', `No claim names ${name}.`, because('beneficiary.unknown', { name }))
  return found.groupKey
}

async function beneficiaryOf(tx: Sql, tenantId: string, groupKey: string): Promise<Beneficiary> {
  const spellings = await spellingsOf(tx, tenantId, [groupKey])
  const sum = (of: 'claims' | 'units') => spellings.reduce((all, each) => all + each[of], 0n)
  return shown({ groupKey, name: spellings[0]?.name ?? '', claims: sum('claims'), units: sum('units') }, spellings)
}

function shown(row: Omit<BeneficiaryRow, 'spellings'>, spellings: readonly SpellingRow[]): Beneficiary {
  return { ...wire(row), spellings: spellings.filter(({ groupKey }) => groupKey === row.groupKey).map(wire) }
}

const wire = ({ name, claims, units }: Pick<SpellingRow, 'name' | 'claims' | 'units'>) => ({
  name,
  claims: toWire(claims),
  units: toWire(units),
})
