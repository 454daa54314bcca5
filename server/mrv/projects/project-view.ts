import { tokenId } from '#server/infra/chain/derive.ts'
import type { Config } from '#server/infra/config.ts'
import { type DocumentRow, documentOf } from '#server/mrv/documents/document-view.ts'
import type { OwnWork } from '#server/people/duties/duties.ts'
import type { Tenant } from '#server/people/tenants/tenants.ts'
import { type RangeRow, rangeOf } from '#server/units/ledger/ranges.ts'
import type { Asset, Project, ProjectSummary } from '#shared/contract/projects.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { actsOn, isPublished } from './project-access.ts'
import { simpleFactsOf } from './project-facts.ts'
import type { AssetRow } from './project-page.store.ts'
import type { ProjectRecord } from './project-record.store.ts'
import type { ListedRow, SummaryRow } from './projects.store.ts'

export function summaryOf({ summary, facts }: SummaryRow, actor: Actor, isOwn: OwnWork): ProjectSummary {
  return { ...summary, acts: actsOn(actor, facts, isOwn) }
}

/** JSON of a list item: PostgreSQL's text plus acts and balance. */
export function listedOf({ summary, facts, balance }: ListedRow, actor: Actor, isOwn: OwnWork): string {
  const acts = facts ? JSON.stringify(actsOn(actor, facts, isOwn)) : '[]'
  const held = balance === null ? '' : `,"balance":${balance}`
  return `${summary.slice(0, -1)},"acts":${acts}${held}}`
}

export type PageParts = {
  summary: ProjectSummary
  record: ProjectRecord
  tenant: Tenant
  retired: bigint
  documents: readonly DocumentRow[]
  assets: readonly AssetRow[]
  ranges: readonly RangeRow[]
  accountNames: ReadonlyMap<string, string>
  waitsOn: Project['waitsOn']
  imported: { verifier: string | null } | null
}

export function projectOf(parts: PageParts, config: Config): Project {
  const { summary, record, documents, accountNames } = parts
  const nameOf = (accountId: string | null) =>
    accountId === null ? null : { accountId, name: accountNames.get(accountId) ?? accountId }
  const newest = (type: string) => documents.find((document) => document.type === type)?.fileName ?? null
  return {
    ...summary,
    description: record.description,
    sustainabilityStatement: record.sustainabilityStatement,
    statusReason: record.statusReason,
    methodologyId: record.methodologyId,
    measurementProvider: nameOf(record.measurementProviderId),
    verificationProvider: nameOf(record.verificationProviderId),
    verifier: nameOf(record.verificationProviderId)?.name ?? parts.imported?.verifier ?? null,
    isImported: parts.imported !== null,
    ...simpleFactsOf(record),
    standard: record.standard || parts.tenant.name,
    vintage: vintagesOf(parts.assets),
    longitude: record.longitude,
    latitude: record.latitude,
    area: record.area,
    sourceUrl: record.sourceUrl,
    documentPDSFileName: newest('PDS'),
    documentMeasurementFileName: newest('Measurement'),
    documentVerificationFileName: newest('Verification'),
    documents: documents.map((row) => documentOf(row, { isPublished: isPublished(record.status) }, config)),
    items: parts.assets.map((row) => assetOf(row, summary, parts.ranges)),
    retired: toWire(parts.retired),
    waitsOn: parts.waitsOn,
  }
}

/** `2012` or `2012–2014`. */
function vintagesOf(assets: readonly AssetRow[]): string | null {
  const years = assets.map((asset) => asset.vintage).sort()
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last === undefined) return null
  return first === last ? first : `${first}–${last}`
}

function assetOf(row: AssetRow, project: ProjectSummary, ranges: readonly RangeRow[]): Asset {
  return {
    ...row,
    projectId: project.projectId,
    projectKey: project.projectKey,
    projectName: project.projectName,
    verified: toWire(row.verified),
    issued: toWire(row.issued),
    held: toWire(row.held),
    locked: toWire(row.locked),
    retired: toWire(row.retired),
    cancelled: toWire(row.cancelled),
    serials: ranges.filter((range) => range.assetId === row.assetId).map(rangeOf),
    tokenId: tokenId(project.tenantId, row.assetId).toString(),
  }
}
