import { inTenant, type Sql } from '#server/infra/db/database.ts'
import { storingFiles } from '#server/infra/files/storing-files.ts'
import { audit } from '#server/people/audit/audit.ts'
import type { changeDocuments, removeDocuments as removal } from '#shared/contract/documents.ts'
import type { ReplyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { documentKey } from './document-view.ts'
import {
  type DocumentRow,
  deleteDocuments,
  documentsById,
  hashesActedOn,
  lockSubject,
  setPublic,
} from './documents.store.ts'
import { notifyOfRemoval } from './documents.ts'
import { noSuchDocument } from './opening.ts'
import { type SubjectKey, subjectToAddTo } from './standing.ts'
import type { DocumentDeps, DocumentSubject } from './subject.ts'

/** Publishes documents or makes them private. Fails with `conflict` if an act relies on one. */
export function changeReaders(
  deps: Pick<DocumentDeps, 'sql' | 'subjects'>,
  actor: Actor,
  { documentIds, isPublic }: ValidBodyOf<typeof changeDocuments>,
): Promise<ReplyOf<typeof changeDocuments>> {
  return inTenant(deps.sql, actor.tenantId, async (tx) => {
    const found = await changeable({ ...deps, sql: tx }, actor, documentIds)
    const changing = found.map(({ document }) => document).filter((document) => document.isPublic !== isPublic)
    await setPublic(tx, actor.tenantId, changing, isPublic)
    for (const document of changing) await auditChange(tx, actor, 'change', document, isPublic)
    return { documentIds }
  })
}

/** Removes documents and their files. Fails with `conflict` if an act relies on one. */
export function removeDocuments(
  deps: Pick<DocumentDeps, 'sql' | 'files' | 'subjects'>,
  actor: Actor,
  { documentIds }: ValidBodyOf<typeof removal>,
): Promise<ReplyOf<typeof removal>> {
  return storingFiles(deps, actor.tenantId, [], async (tx, releaseFiles) => {
    const found = await changeable({ ...deps, sql: tx }, actor, documentIds)
    const documents = found.map(({ document }) => document)
    await deleteDocuments(tx, actor.tenantId, documents)
    await releaseFiles(documents.map(documentKey))
    for (const { document, subject } of found) {
      await auditChange(tx, actor, 'remove', document, null)
      await notifyOfRemoval(tx, actor, subject, document)
    }
    return { documentIds }
  })
}

/** Locks the documents' subjects, in one order, until the transaction ends. */
async function changeable(
  deps: Pick<DocumentDeps, 'subjects'> & { sql: Sql },
  actor: Actor,
  documentIds: readonly string[],
): Promise<{ document: DocumentRow; subject: DocumentSubject }[]> {
  const { sql: tx, subjects } = deps
  const { tenantId } = actor
  const ids = [...new Set(documentIds)]
  const keys = subjectsOf(await documentsById(tx, tenantId, ids))
  for (const { kind, id } of keys) await lockSubject(tx, tenantId, kind, id)
  const documents = await documentsById(tx, tenantId, ids)
  const found: { document: DocumentRow; subject: DocumentSubject }[] = []
  for (const key of keys) {
    const subject = await subjectToAddTo({ sql: tx, subjects }, actor, key)
    const actedOn = new Set(await hashesActedOn(tx, tenantId, key.kind, key.id))
    for (const document of documents.filter((one) => one.subjectKind === key.kind && one.subjectId === key.id)) {
      if (actedOn.has(document.sha256.toString('hex'))) throw isActedOn(key)
      found.push({ document, subject })
    }
  }
  if (found.length < ids.length) throw noSuchDocument()
  return found
}

function subjectsOf(documents: readonly DocumentRow[]): SubjectKey[] {
  const keys = documents.map(({ subjectKind: kind, subjectId: id }) => [`${kind}:${id}`, { kind, id }] as const)
  return [...new Map(keys)].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, key]) => key)
}

function isActedOn({ kind }: SubjectKey): Failure {
  return new Failure(
    'conflict',
    `An act on the ${kind} rests on this document, so that it is kept as it is.`,
    because(`actedOn.${kind}`),
  )
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
