import { inTenant, type Sql } from '#server/infra/db/database.ts'
import { storingFiles } from '#server/infra/files/storing-files.ts'
import { audit } from '#server/people/audit/audit.ts'
import type { changeDocument, removeDocument as removal } from '#shared/contract/documents.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { documentKey, documentOf } from './document-view.ts'
import {
  type DocumentRow,
  deleteDocument,
  documentById,
  hashesActedOn,
  lockSubject,
  setPublic,
} from './documents.store.ts'
import { notifyOfRemoval } from './documents.ts'
import { noSuchDocument } from './opening.ts'
import { subjectToAddTo } from './standing.ts'
import type { DocumentDeps, DocumentSubject } from './subject.ts'

/** Publishes a document or makes it private. Fails with `conflict` if an act relies on it. */
export function changeReaders(
  deps: Pick<DocumentDeps, 'sql' | 'config' | 'subjects'>,
  actor: Actor,
  documentId: string,
  { isPublic }: ValidBodyOf<typeof changeDocument>,
): Promise<ReplyOf<typeof changeDocument>> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const { document, subject } = await changeable({ ...deps, sql: tx }, actor, documentId)
    if (document.isPublic !== isPublic) {
      await setPublic(tx, document, isPublic)
      await auditChange(tx, actor, 'change', document, isPublic)
    }
    return documentOf({ ...document, isPublic }, subject, deps.config)
  })
}

/** Removes a document and its file. Fails with `conflict` if an act relies on it. */
export function removeDocument(
  deps: Pick<DocumentDeps, 'sql' | 'files' | 'subjects'>,
  actor: Actor,
  documentId: string,
): Promise<ReplyOf<typeof removal>> {
  return storingFiles(deps, actor.tenantId, [], async (tx, releaseFiles) => {
    const { document, subject } = await changeable({ ...deps, sql: tx }, actor, documentId)
    await deleteDocument(tx, document)
    await releaseFiles([documentKey(document)])
    await auditChange(tx, actor, 'remove', document, null)
    await notifyOfRemoval(tx, actor, subject, document)
    return { documentId }
  })
}

/** Locks the subject until the transaction ends. */
async function changeable(
  deps: Pick<DocumentDeps, 'subjects'> & { sql: Sql },
  actor: Actor,
  documentId: string,
): Promise<{ document: DocumentRow; subject: DocumentSubject }> {
  const { sql: tx, subjects } = deps
  const found = await documentById(tx, actor.tenantId, documentId)
  if (!found) throw noSuchDocument()
  const { tenantId, subjectKind: kind, subjectId: id } = found
  await lockSubject(tx, tenantId, kind, id)
  const subject = await subjectToAddTo({ sql: tx, subjects }, actor, { kind, id })
  const document = await documentById(tx, tenantId, documentId)
  if (!document) throw noSuchDocument()
  const actedOn = await hashesActedOn(tx, tenantId, kind, id)
  if (actedOn.includes(document.sha256.toString('hex'))) {
    throw new Failure(
      'conflict',
      `An act on the ${kind} rests on this document, so that it is kept as it is.`,
      because(`actedOn.${kind}`),
    )
  }
  return { document, subject }
}

async function auditChange(
  tx: Sql,
  actor: Actor,
  act: 'change' | 'remove',
  document: DocumentRow,
  isPublic: boolean | null,
): Promise<void> {
  const { subjectKind, subjectId, documentId, title, version, originalName, sha256 } = document
  const facts = { documentId, title, version, originalName, sha256: sha256.toString('hex') }
  await audit(tx, actor, {
    act: `document.${act}`,
    subject: `${subjectKind}:${subjectId}`,
    before: { ...facts, isPublic: document.isPublic },
    ...(isPublic === null ? {} : { after: { isPublic } }),
  })
}
