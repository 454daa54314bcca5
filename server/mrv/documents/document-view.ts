import type { Config } from '#server/infra/config.ts'
import type { Sql } from '#server/infra/db/database.ts'
import { type DocumentRecord, documentType, type SubjectKind } from '#shared/contract/documents.ts'
import { type DocumentRow, documentsOf } from './documents.store.ts'
import type { DocumentSubject } from './subject.ts'

export { documentsById, documentsOfEach, peopleNamed } from './documents.store.ts'
export type { DocumentRow }

/** Newest first. */
export async function documentsFor(
  sql: Sql,
  subject: Pick<DocumentSubject, 'tenantId' | 'mayRead' | 'isPublished'>,
  kind: SubjectKind,
  id: string,
): Promise<DocumentRow[]> {
  const documents = await documentsOf(sql, subject.tenantId, kind, id)
  return documents.filter((document) => subject.mayRead || isOpen(document, subject))
}

/** The newest version of each document, as an act's audit log entry lists its evidence. */
export async function evidenceOf(
  sql: Sql,
  tenantId: string,
  kind: SubjectKind,
  id: string,
): Promise<{ files?: string[]; sha256?: string[] }> {
  const documents = await documentsOf(sql, tenantId, kind, id)
  const newest = [...new Map(documents.toReversed().map((document) => [document.title, document])).values()]
  if (newest.length === 0) return {}
  return {
    files: newest.map(({ title, version, originalName }) => `${title} ${version}: ${originalName}`),
    sha256: newest.map(({ sha256 }) => sha256.toString('hex')),
  }
}

export function isOpen({ isPublic }: Pick<DocumentRow, 'isPublic'>, subject: Pick<DocumentSubject, 'isPublished'>) {
  return isPublic && subject.isPublished
}

export function documentOf(
  row: DocumentRow,
  subject: Pick<DocumentSubject, 'isPublished'>,
  config: Config,
): DocumentRecord {
  const { documentId, title, type, fileName, originalName, mediaType, version, isPublic } = row
  return {
    documentId,
    title,
    type,
    documentType: documentType.catch('Other').parse(type),
    fileName,
    originalName,
    mediaType,
    sizeBytes: Number(row.sizeBytes),
    sha256: row.sha256.toString('hex'),
    version,
    isPublic,
    isOpen: isOpen(row, subject),
    createdAt: row.createdAt.toISOString(),
    url: documentUrl(row, config),
  }
}

/** `{documents base}/{tenantId}/{accountId}/{file}` (section 3 of the specification). */
export function documentUrl(row: Pick<DocumentRow, 'tenantId' | 'accountId' | 'fileName'>, config: Config): string {
  const path = [row.tenantId, row.accountId, row.fileName].map(encodeURIComponent).join('/')
  return `${config.DOCUMENTS_URL}/${path}`
}

/** In the file store. */
export function documentKey({
  tenantId,
  accountId,
  fileName,
}: Pick<DocumentRow, 'tenantId' | 'accountId' | 'fileName'>): string {
  return `documents/${tenantId}/${accountId}/${fileName}`
}
