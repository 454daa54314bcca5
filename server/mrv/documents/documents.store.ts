import { identifier, type Sql } from '#server/infra/db/database.ts'
import type { DocumentRecord, SubjectKind } from '#shared/contract/documents.ts'
import { limits } from '#shared/rules/limits.ts'

export type DocumentRow = Pick<
  DocumentRecord,
  'documentId' | 'title' | 'type' | 'fileName' | 'originalName' | 'mediaType' | 'version' | 'isPublic'
> & {
  tenantId: string
  subjectKind: SubjectKind
  subjectId: string
  projectId: string | null
  accountId: string
  sizeBytes: bigint
  sha256: Buffer
  createdAt: Date
  createdBy: string | null
}

const columns = (sql: Sql) => sql`
  d.tenant_id as "tenantId", d.id as "documentId", d.subject_kind as "subjectKind", d.subject_id as "subjectId",
  d.project_id as "projectId", d.account_id as "accountId", d.title, d.type, d.file_name as "fileName",
  d.original_name as "originalName", d.media_type as "mediaType", d.size_bytes as "sizeBytes", d.sha256, d.version,
  d.is_public as "isPublic", d.created_at as "createdAt", d.created_by as "createdBy"`

/** Newest first: the first of each title is in force. */
export async function documentsOf(
  sql: Sql,
  tenantId: string,
  kind: SubjectKind,
  subjectId: string,
): Promise<DocumentRow[]> {
  return sql<DocumentRow[]>`
    select ${columns(sql)} from document d
    where d.tenant_id = ${tenantId} and d.subject_kind = ${kind} and d.subject_id = ${subjectId}
    order by d.created_at desc, d.version desc, d.id desc limit ${limits.projectDocuments}`
}

/** The same for many subjects. */
export async function documentsOfEach(
  sql: Sql,
  tenantId: string,
  kind: SubjectKind,
  subjectIds: readonly string[],
): Promise<DocumentRow[]> {
  return sql<DocumentRow[]>`
    select ${columns(sql)} from document d
    where d.tenant_id = ${tenantId} and d.subject_kind = ${kind} and d.subject_id = any (${[...subjectIds]})
    order by d.created_at desc, d.version desc, d.id desc limit ${subjectIds.length * limits.projectDocuments}`
}

export async function documentById(sql: Sql, tenantId: string, id: string): Promise<DocumentRow | null> {
  const [row] = await sql<DocumentRow[]>`
    select ${columns(sql)} from document d where d.tenant_id = ${tenantId} and d.id = ${id}`
  return row ?? null
}

export async function documentsById(sql: Sql, tenantId: string, ids: readonly string[]): Promise<DocumentRow[]> {
  return sql<DocumentRow[]>`
    select ${columns(sql)} from document d where d.tenant_id = ${tenantId} and d.id = any (${[...ids]})
    order by d.id limit ${ids.length}`
}

export async function documentAt(
  sql: Sql,
  { tenantId, accountId, fileName }: Record<'tenantId' | 'accountId' | 'fileName', string>,
): Promise<DocumentRow | null> {
  const [row] = await sql<DocumentRow[]>`
    select ${columns(sql)} from document d
    where d.tenant_id = ${tenantId} and d.account_id = ${accountId} and d.file_name = ${fileName}`
  return row ?? null
}

/** Serialises additions and decisions. */
export async function lockSubject(tx: Sql, tenantId: string, kind: SubjectKind, id: string): Promise<void> {
  await tx`select from ${identifier(kind)} where tenant_id = ${tenantId} and id = ${id} for no key update`
}

/** The next version of a title, and the subject's number of documents. */
export async function placeForDocument(
  tx: Sql,
  tenantId: string,
  { kind, id, title }: { kind: SubjectKind; id: string; title: string },
): Promise<{ version: number; documents: number }> {
  const [row] = await tx<{ version: number; documents: number }[]>`
    select coalesce(max(version) filter (where title = ${title}), 0) + 1 as version, count(*)::int as documents
    from document where tenant_id = ${tenantId} and subject_kind = ${kind} and subject_id = ${id}`
  return row ?? { version: 1, documents: 0 }
}

export async function insertDocument(tx: Sql, row: Omit<DocumentRow, 'createdAt'>): Promise<DocumentRow> {
  await tx`
    insert into document (tenant_id, id, subject_kind, subject_id, project_id, account_id, title, type, file_name, original_name,
      media_type, size_bytes, sha256, version, is_public, created_by)
    values (${row.tenantId}, ${row.documentId}, ${row.subjectKind}, ${row.subjectId}, ${row.projectId}, ${row.accountId},
      ${row.title}, ${row.type}, ${row.fileName}, ${row.originalName}, ${row.mediaType}, ${row.sizeBytes}, ${row.sha256},
      ${row.version}, ${row.isPublic}, ${row.createdBy})`
  const inserted = await documentById(tx, row.tenantId, row.documentId)
  if (!inserted) throw new Error('The document is not there.')
  return inserted
}

const idsOf = (documents: readonly DocumentRow[]) => documents.map(({ documentId }) => documentId)

export async function deleteDocuments(tx: Sql, tenantId: string, documents: readonly DocumentRow[]): Promise<void> {
  await tx`delete from document where tenant_id = ${tenantId} and id = any (${idsOf(documents)})`
}

export async function setPublic(
  tx: Sql,
  tenantId: string,
  documents: readonly DocumentRow[],
  isPublic: boolean,
): Promise<void> {
  await tx`
    update document set is_public = ${isPublic} where tenant_id = ${tenantId} and id = any (${idsOf(documents)})`
}

/** SHA-256 (hexadecimal) of documents that acts rely on. Needs the tenant's transaction. */
export async function hashesActedOn(tx: Sql, tenantId: string, kind: SubjectKind, id: string): Promise<string[]> {
  const subjects = [`${kind}:${id}`]
  // Messages about a finding are acts on its verification.
  if (kind === 'finding') {
    const [finding] = await tx<{ verificationId: string }[]>`
      select verification_id as "verificationId" from finding where tenant_id = ${tenantId} and id = ${id}`
    if (finding) subjects.push(`verification:${finding.verificationId}`)
  }
  const rows = await tx<{ hash: string }[]>`
    select distinct jsonb_array_elements_text(e.after -> 'sha256') as hash from audit_event e
    where e.tenant_id = ${tenantId} and e.subject = any (${subjects}) and jsonb_typeof(e.after -> 'sha256') = 'array'
    limit ${limits.projectDocuments * subjects.length}`
  return rows.map(({ hash }) => hash)
}

/** Names by username. Needs the tenant's transaction. */
export async function peopleNamed(
  tx: Sql,
  tenantId: string,
  usernames: readonly (string | null)[],
): Promise<Map<string, string>> {
  const rows = await tx<{ username: string; name: string }[]>`
    select username, trim(first_name || ' ' || last_name) as name from app_user
    where tenant_id = ${tenantId} and username = any (${usernames.filter((name) => name !== null)})
      limit ${limits.projectDocuments}`
  return new Map(rows.map(({ username, name }) => [username, name || username]))
}
