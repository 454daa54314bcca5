import { inTenant } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { StoredFile } from '#server/infra/files/store.ts'
import { isFileKey, type Part } from '#server/infra/files/stored-file.ts'
import { audit } from '#server/people/audit/audit.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import type { linkDocument } from '#shared/contract/documents.ts'
import type { ReplyOf } from '#shared/contract/endpoint.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { type Actor, userIdOf } from '#shared/rules/permissions.ts'
import { documentKey, documentUrl, isOpen } from './document-view.ts'
import { type DocumentRow, documentAt, documentById } from './documents.store.ts'
import { holderOfLink, linkOf } from './link.ts'
import { subjectFor } from './standing.ts'
import type { DocumentDeps } from './subject.ts'
import { asSeenFrom } from './visiting.ts'

/** A document's address, with a link if private. Fails with `not_found` if the caller may not read it. */
export async function linkTo(
  deps: Pick<DocumentDeps, 'sql' | 'config' | 'chain' | 'now' | 'subjects'>,
  actor: Actor,
  documentId: string,
): Promise<ReplyOf<typeof linkDocument>> {
  const { sql, config, now } = deps
  const document = await documentById(sql, actor.tenantId, documentId)
  if (!document) throw noSuchDocument()
  const { isOpenToAll } = await readable(deps, actor, document)
  const url = documentUrl(document, config)
  if (isOpenToAll) return { url, expiresAt: null }
  const until = now().valueOf() + config.DOCUMENT_LINK_SECONDS * 1_000
  const link = linkOf(deps, actor.tenantId, { to: documentId, by: userIdOf(actor), until })
  return { url: `${url}?link=${link}`, expiresAt: new Date(until).toISOString() }
}

type Opened = {
  name: string
  mediaType: string
  size: number
  sha256: string
  isPublic: boolean
  read(part?: Part): Promise<StoredFile>
}

/**
 * Opens a document for a reader or a valid link; fails with `not_found` otherwise. The audit log records each read of a
 * private document, even of a part.
 */
export async function openDocument(
  deps: Pick<DocumentDeps, 'sql' | 'lookups' | 'config' | 'chain' | 'files' | 'now' | 'subjects'>,
  actor: Actor,
  address: Record<'tenantId' | 'accountId' | 'fileName', string>,
  link: string | undefined,
): Promise<Opened> {
  const path = documentKey(address)
  if (!isFileKey(path)) throw noSuchDocument()
  await tenantOf(deps, address.tenantId)
  const document = await documentAt(deps.sql, address)
  if (!document) throw noSuchDocument()
  const { tenantId, documentId: to } = document
  const reader =
    link === undefined ? asSeenFrom(actor, tenantId) : await holderOfLink(deps, actor, { tenantId, to }, link)
  if (!reader) throw noSuchDocument()
  const { isOpenToAll } = await readable(deps, reader, document)
  return {
    name: document.originalName,
    mediaType: document.mediaType,
    size: Number(document.sizeBytes),
    sha256: document.sha256.toString('hex'),
    isPublic: isOpenToAll,
    async read(part) {
      const file = await deps.files.get(path, part)
      if (!file) throw noSuchDocument()
      if (!isOpenToAll) await auditOpening(deps, reader, document)
      return file
    },
  }
}

async function readable(
  deps: Pick<DocumentDeps, 'sql' | 'subjects'>,
  actor: Actor,
  document: DocumentRow,
): Promise<{ isOpenToAll: boolean }> {
  const subject = await subjectFor(deps, actor, { kind: document.subjectKind, id: document.subjectId }).catch(
    (error: unknown) => {
      throw error instanceof Failure && error.code === 'not_found' ? noSuchDocument() : error
    },
  )
  const isOpenToAll = isOpen(document, subject)
  if (!isOpenToAll && !subject.mayRead) throw noSuchDocument()
  return { isOpenToAll }
}

async function auditOpening({ sql }: Pick<InfraDeps, 'sql'>, actor: Actor, document: DocumentRow): Promise<void> {
  const { tenantId, subjectKind, subjectId, documentId, title, version, originalName } = document
  await inTenant(sql, tenantId, (tx) =>
    audit(tx, actor, {
      act: 'document.open',
      subject: `${subjectKind}:${subjectId}`,
      after: { documentId, title, version, originalName },
    }),
  )
}

export function noSuchDocument(): Failure {
  return new Failure('not_found', 'There is no such file.', because('noSuch.file'))
}
