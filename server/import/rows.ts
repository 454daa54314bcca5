import { hash } from 'node:crypto'
import { newVerifyCode } from '#server/units/claims/claim-words.ts'
import type { Mitigation } from '#shared/rules/project-facts.ts'
import { countryCode } from './countries.ts'
import { Fields } from './fields.ts'
import type { Objection } from './objection.ts'
import type { Source, Staged } from './staging.store.ts'
import { type MappedStatus, mappedStatus } from './statuses.ts'

export type Read<Row> = { row: Row; objections: [] } | { row: null; objections: Objection[] }

export const projectColumns = [
  'project_id',
  'registry',
  'name',
  'status',
  'country',
  'developer',
  'credits_issued',
  'credits_retired',
] as const

/** A period that ended without a day ended before `today`, YYYY-MM-DD. */
export function readProject(source: Source, today: string): Read<Staged<'project'>> {
  const at = new Fields(source)
  const issued = at.wholeNumber('credits_issued', 0)
  const retired = at.wholeNumber('credits_retired', 0)
  if (retired > issued) at.object('credits_retired', `is more than the ${issued} issued`)

  const word = at.text('status')
  const mapped = mappedStatus(word)
  if (mapped === null) at.object('status', word === '' ? 'is empty' : 'is a status without a meaning here')
  const { status, over } = mapped ?? { status: 'draft' }
  const developer = at.needed('developer')
  const methodology = at.text('methodology')
  const end = at.day('crediting_end')
  const registeredOn = at.day('registered_date')
  const createdOn = at.day('listed_date') ?? registeredOn ?? at.day('added_to_database')

  return readRow(at, {
    projectId: at.id('project_id'),
    accountId: accountIdOf(developer),
    developer,
    name: at.needed('name'),
    description: at.text('description'),
    kind: at.text('type'),
    methodology: methodology === '' ? null : methodology,
    methodologyVersion: at.text('methodology_version'),
    methodologyId: methodology === '' ? null : derivedId('methodology', methodology, at.text('methodology_version')),
    country: countryOf(at),
    location: [at.text('site_location'), at.text('state')].filter((part) => part !== '').join(', '),
    longitude: at.degrees('lon', 180),
    latitude: at.degrees('lat', 90),
    sector: at.text('scope'),
    mitigation: mitigationOf(at.text('reduction_removal')),
    region: at.text('region'),
    annualEstimate: wholeEstimate(at.text('estimated_annual_reductions')),
    standard: at.needed('registry'),
    sourceUrl: at.webAddress('registry_url'),
    status,
    statusReason: hasReason(mapped) ? word : null,
    statusBefore: status === 'suspended' ? (issued > 0n ? 'active' : 'approved') : null,
    startDate: at.day('crediting_start') ?? at.day('project_start'),
    endDate: over && (end === null || end >= today) ? dayBefore(today) : end,
    createdOn: createdOn ?? today,
    // Files date a project's arrival, not decisions; a registered project that is pending again arrived long before.
    statusSince: (status === 'draft' || status === 'pending') && registeredOn === null ? createdOn : null,
    source,
  })
}

export const mintColumns = [
  'project_id',
  'mint_id',
  'serial_space',
  'vintage_start',
  'vintage_end',
  'issuance_date',
  'quantity',
] as const

/** Rejects an issuance after `today`, YYYY-MM-DD. */
export function readMint(source: Source, tenantId: string, today: string): Read<Staged<'mint'>> {
  const at = new Fields(source)
  const issuance = issuanceOf(at, today)
  return readRow(at, {
    ...issuance,
    quantity: at.wholeNumber('quantity', 1),
    transactionId: datedId(issuance.issuedOn, 'mint', tenantId, issuance.mintId),
    source,
  })
}

export const blockColumns = [...mintColumns, 'serial_start', 'serial_end', 'status', 'retirement_date'] as const

/** A block is held (`active`) or retired. Rejects a retirement after `today`, YYYY-MM-DD. */
export function readBlock(source: Source, tenantId: string, today: string): Read<Staged<'block'>> {
  const at = new Fields(source)
  const issuance = issuanceOf(at, today)
  const first = at.wholeNumber('serial_start', 1)
  const last = at.wholeNumber('serial_end', 1)
  const quantity = at.wholeNumber('quantity', 1)
  if (at.objections.length === 0 && last - first + 1n !== quantity) {
    at.object('quantity', `is not that of the serial numbers ${first} to ${last}`)
  }
  const status = at.text('status')
  if (status !== 'active' && status !== 'retired') at.object('status', 'is neither active nor retired')
  const retiredOn = at.day('retirement_date')
  if (status === 'retired' && retiredOn === null) at.object('retirement_date', 'is empty, and the block is retired')
  if (status === 'active' && retiredOn !== null) at.object('retirement_date', 'is set, and the block is active')
  if (retiredOn !== null && retiredOn > today) at.object('retirement_date', 'is in the future')
  if (retiredOn !== null && retiredOn < issuance.issuedOn) at.object('retirement_date', 'is before issuance_date')
  return readRow(at, {
    ...issuance,
    first,
    last,
    retiredOn,
    claimId: retiredOn && datedId(retiredOn, 'claim', tenantId, issuance.space, `${first}-${last}`),
    transactionId: retiredOn && datedId(retiredOn, 'retirement', tenantId, issuance.space, `${first}-${last}`),
    verifyCode: retiredOn && newVerifyCode(),
    beneficiary: at.text('beneficiary'),
    reason: at.text('reason'),
    details: at.text('details'),
    source,
  })
}

/** The fields that mints and blocks share. */
function issuanceOf(at: Fields, today: string) {
  const vintageStart = at.neededDay('vintage_start')
  const vintageEnd = at.neededDay('vintage_end')
  if (vintageEnd < vintageStart) at.object('vintage_end', 'is before vintage_start')
  const issuedOn = at.neededDay('issuance_date')
  if (issuedOn > today) at.object('issuance_date', 'is in the future')
  return {
    mintId: at.id('mint_id'),
    projectId: at.id('project_id'),
    space: at.needed('serial_space'),
    vintageStart,
    vintageEnd,
    issuedOn,
  }
}

function readRow<Row>(at: Fields, row: Row): Read<Row> {
  return at.objections.length === 0 ? { row, objections: [] } : { row: null, objections: at.objections }
}

/** Null for `International`. */
function countryOf(at: Fields): string | null {
  const name = at.text('country')
  if (name === '' || name === 'International') return null
  const code = countryCode(name)
  if (code === null) at.object('country', 'is no country that is known')
  return code
}

/** `Reduction`, `Impermanent Removal`, `Long-Duration Removal` or `Mixed`; else null. */
function mitigationOf(word: string): Mitigation | null {
  if (word === 'Mixed') return 'both'
  if (word === 'Reduction') return 'reduction'
  return word.endsWith(' Removal') ? 'removal' : null
}

/** Accepts `6580.0`; null for fractions. */
function wholeEstimate(text: string): bigint | null {
  return /^\d{1,15}(\.0+)?$/.test(text) ? BigInt(text.split('.')[0] ?? '') : null
}

/** These show the registry's own word as reason. */
function hasReason(mapped: MappedStatus | null): boolean {
  return mapped?.over === true || ['rejected', 'suspended', 'withdrawn'].includes(mapped?.status ?? '')
}

/** One per spelling, stable across loads. */
function accountIdOf(developer: string): string {
  const readable = developer
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 40)
  return [readable, derivedId('account', developer).slice(0, 12)].filter((part) => part !== '').join('-')
}

/** 128 bits of SHA-256 in hex. */
function derivedId(...parts: string[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32)
}

/** Sorts by day, which keeps index pages local. */
function datedId(day: string, ...parts: string[]): string {
  return `${day.replaceAll('-', '')}${derivedId(...parts).slice(0, 24)}`
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
