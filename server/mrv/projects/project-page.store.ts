import type { Sql } from '#server/infra/db/database.ts'
import { type RangeRow, rangeColumns, rangesShown, vintageOf } from '#server/units/ledger/ranges.ts'
import type { Asset, ProjectDocument } from '#shared/contract/projects.ts'
import { limits } from '#shared/rules/limits.ts'

export type DocumentRow = Omit<ProjectDocument, 'sizeBytes' | 'sha256' | 'createdAt' | 'url'> & {
  sizeBytes: bigint
  sha256: Buffer
  createdAt: Date
}
export type DocumentType = DocumentRow['documentType']

export type AssetRow = Pick<Asset, 'assetId' | 'vintage' | 'batch' | 'verificationId' | 'rangeCount'> &
  Record<'verified' | 'issued' | 'held' | 'locked' | 'retired' | 'cancelled', bigint>

/** The most assets that a project's page shows. */
const maxAssets = 500

/** Newest first, so that the first of each type is the one in force. */
export async function documentsOf(sql: Sql, tenantId: string, projectId: string): Promise<DocumentRow[]> {
  return sql<DocumentRow[]>`
    select id as "documentId", document_type as "documentType", file_name as "fileName",
      original_name as "originalName", media_type as "mediaType", size_bytes as "sizeBytes", sha256, version,
      created_at as "createdAt"
    from project_document where tenant_id = ${tenantId} and project_id = ${projectId}
    order by created_at desc, version desc, id desc limit ${limits.projectDocuments}`
}

/** The assets of a project with their units by state, newest batch first. */
export async function assetsOf(sql: Sql, tenantId: string, projectId: string): Promise<AssetRow[]> {
  return sql<AssetRow[]>`
    select s.id as "assetId", ${vintageOf(sql)} as vintage, s.batch, s.verification_id as "verificationId",
      s.verified_quantity as verified, s.issued, coalesce(b.held, 0)::bigint as held,
      coalesce(b.locked, 0)::bigint as locked, coalesce(b.retired, 0)::bigint as retired,
      coalesce(b.cancelled, 0)::bigint as cancelled,
      (select count(*)::int from (${issuedRanges(sql)}) r) as "rangeCount"
    from asset s
    left join lateral (
      select sum(held) as held, sum(locked) as locked, sum(retired) as retired, sum(cancelled) as cancelled
      from balance b where b.tenant_id = s.tenant_id and b.asset_id = s.id
    ) b on true
    where s.tenant_id = ${tenantId} and s.project_id = ${projectId}
    order by s.batch desc limit ${maxAssets}`
}

/** The first ranges of serial numbers that were issued for each asset of a project. */
export async function issuedRangesOf(sql: Sql, tenantId: string, projectId: string): Promise<RangeRow[]> {
  return sql<RangeRow[]>`
    select ${rangeColumns(sql, sql`r.serials`)}
    from asset s
    join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    join tenant t on t.id = s.tenant_id
    join lateral (select r.serials from (${issuedRanges(sql)}) r order by r.serials limit ${rangesShown}) r on true
    where s.tenant_id = ${tenantId} and s.project_id = ${projectId}
    order by s.batch desc, r.serials limit ${maxAssets * rangesShown}`
}

/** What was minted of asset `s`, ranges that touch put together. */
const issuedRanges = (sql: Sql) => sql`
  select unnest(range_agg(e.serials)) as serials from entry e
  where e.tenant_id = s.tenant_id and e.asset_id = s.id and e.from_account is null`

export async function accountNames(
  sql: Sql,
  tenantId: string,
  ids: readonly (string | null)[],
): Promise<{ accountId: string; name: string }[]> {
  return sql<{ accountId: string; name: string }[]>`
    select id as "accountId", name from account
    where tenant_id = ${tenantId} and id = any (${ids.filter((id) => id !== null)}) limit ${ids.length}`
}

/** The version that a new document of this type gets, and how many documents the project has already. */
export async function placeForDocument(
  tx: Sql,
  tenantId: string,
  projectId: string,
  documentType: DocumentType,
): Promise<{ version: number; documents: number }> {
  const [row] = await tx<{ version: number; documents: number }[]>`
    select coalesce(max(version) filter (where document_type = ${documentType}), 0) + 1 as version,
      count(*)::int as documents
    from project_document where tenant_id = ${tenantId} and project_id = ${projectId}`
  return row ?? { version: 1, documents: 0 }
}

export async function insertDocument(
  tx: Sql,
  tenantId: string,
  projectId: string,
  document: Omit<DocumentRow, 'createdAt'> & { createdBy: string | null },
): Promise<void> {
  await tx`
    insert into project_document (tenant_id, id, project_id, document_type, file_name, original_name, media_type,
      size_bytes, sha256, version, created_by)
    values (${tenantId}, ${document.documentId}, ${projectId}, ${document.documentType}, ${document.fileName},
      ${document.originalName}, ${document.mediaType}, ${document.sizeBytes}, ${document.sha256}, ${document.version},
      ${document.createdBy})`
}

/** The document behind an address: which project it belongs to and how it was called. */
export async function documentAt(
  sql: Sql,
  tenantId: string,
  accountId: string,
  fileName: string,
): Promise<{ projectId: string; originalName: string; sha256: Buffer } | null> {
  const [row] = await sql<{ projectId: string; originalName: string; sha256: Buffer }[]>`
    select d.project_id as "projectId", d.original_name as "originalName", d.sha256
    from project_document d join project p on p.tenant_id = d.tenant_id and p.id = d.project_id
    where d.tenant_id = ${tenantId} and d.file_name = ${fileName} and p.account_id = ${accountId}`
  return row ?? null
}
