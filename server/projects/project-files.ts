import { randomBytes } from 'node:crypto'
import { audit } from '#server/audit/audit.ts'
import { inTransaction, newId } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { checkDocument } from '#server/files/documents.ts'
import { toWebp } from '#server/files/images.ts'
import type { StoredFile } from '#server/files/store.ts'
import type { Call } from '#server/http/serve.ts'
import { documentType, type Project, type uploadDocument, type uploadImage } from '#shared/contract/projects.ts'
import { Failure, invalidAt } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { isPublished, mayRead } from './project-access.ts'
import { editableProject } from './project-changes.ts'
import { type DocumentType, documentAt, insertDocument, nextVersion } from './project-page.store.ts'
import { type ProjectRecord, projectById, setImage } from './project-record.store.ts'
import { pageFor } from './projects.ts'

type ReadUpload = Call<typeof uploadImage | typeof uploadDocument>['upload']

const nameBytes = 16

/** Replaces the picture of a project. Each picture has a new name that nobody can guess; the old one is removed. */
export async function replaceImage(deps: Deps, actor: Actor, upload: ReadUpload): Promise<Project> {
  const { fields, bytes } = await upload(limits.imageBytes, ({ projectKey = '' }) =>
    refuseEarly(deps, actor, projectKey),
  )
  const picture = await toWebp(bytes)
  const fileName = `${randomBytes(nameBytes).toString('hex')}.webp`
  const project = await editableNow(deps, actor, fields.projectKey)
  await deps.files.put(imageKey({ ...project, imageFileName: fileName }), picture.bytes, 'image/webp')
  const { page, replaced } = await inTransaction(deps.sql, async (tx) => {
    const before = await editableProject(tx, actor, fields.projectKey ?? '')
    await setImage(tx, before.tenantId, before.id, fileName)
    await audit(tx, actor, {
      act: 'project.image',
      subject: `project:${before.id}`,
      before: { imageFileName: before.imageFileName },
      after: { imageFileName: fileName },
    })
    return { page: await pageFor(deps, tx, actor, { ...before, imageFileName: fileName }), replaced: before }
  })
  if (replaced.imageFileName !== null) await deps.files.remove(imageKey(replaced)).catch(() => {})
  return page
}

/** Adds a version of a document; earlier versions are kept. */
export async function addDocument(deps: Deps, actor: Actor, upload: ReadUpload): Promise<Project> {
  const {
    fields,
    bytes,
    fileName: givenName,
  } = await upload(limits.documentBytes, async ({ projectKey = '', documentType: type }) => {
    typeOf(type)
    await refuseEarly(deps, actor, projectKey)
  })
  const { mediaType, extension, sha256, name } = await checkDocument(bytes, givenName)
  const type = typeOf(fields.documentType)
  const documentId = newId()
  const fileName = `${randomBytes(nameBytes).toString('hex')}.${extension}`
  const { tenantId, accountId } = await editableNow(deps, actor, fields.projectKey)
  await deps.files.put(documentKey(tenantId, accountId, fileName), bytes, mediaType)
  return inTransaction(deps.sql, async (tx) => {
    const project = await editableProject(tx, actor, fields.projectKey ?? '')
    const version = await nextVersion(tx, tenantId, project.id, type)
    await insertDocument(tx, tenantId, project.id, {
      documentId,
      documentType: type,
      fileName,
      originalName: name,
      mediaType,
      sizeBytes: BigInt(bytes.length),
      sha256: Buffer.from(sha256, 'hex'),
      version,
      createdBy: actor.userId,
    })
    await audit(tx, actor, {
      act: 'project.document',
      subject: `project:${project.id}`,
      after: { documentId, documentType: type, version, originalName: name, sha256 },
    })
    return pageFor(deps, tx, actor, project)
  })
}

/** A picture, when it is the one that the project shows now; drafts' pictures are known only to who was told their names. */
export async function imageAt(
  deps: Deps,
  { tenantId, accountId, projectId, fileName }: Record<'tenantId' | 'accountId' | 'projectId' | 'fileName', string>,
): Promise<{ file: StoredFile; isPublic: boolean }> {
  const project = await projectById(deps.sql, tenantId, projectId)
  if (!project || project.accountId !== accountId || project.imageFileName !== fileName) throw noSuchFile()
  const file = await deps.files.get(imageKey(project))
  if (!file) throw noSuchFile()
  return { file, isPublic: isPublished(project.status) }
}

/** A document of a project that the caller may read; `not_found` for any other. */
export async function documentFor(
  deps: Deps,
  actor: Actor,
  { tenantId, accountId, fileName }: Record<'tenantId' | 'accountId' | 'fileName', string>,
): Promise<{ file: StoredFile; name: string; sha256: string; isPublic: boolean }> {
  const document = await documentAt(deps.sql, tenantId, accountId, fileName)
  const project = document && (await projectById(deps.sql, tenantId, document.projectId))
  if (!document || !project || !mayRead(actor, project)) throw noSuchFile()
  const file = await deps.files.get(documentKey(tenantId, accountId, fileName))
  if (!file) throw noSuchFile()
  return {
    file,
    name: document.originalName,
    sha256: document.sha256.toString('hex'),
    isPublic: isPublished(project.status),
  }
}

/** Before a byte of the file is taken in. */
async function refuseEarly(deps: Deps, actor: Actor, projectKey: string): Promise<void> {
  await editableNow(deps, actor, projectKey)
}

function editableNow(deps: Deps, actor: Actor, projectKey: string | undefined): Promise<ProjectRecord> {
  return inTransaction(deps.sql, (tx) => editableProject(tx, actor, projectKey ?? ''))
}

function typeOf(text: string | undefined): DocumentType {
  const read = documentType.safeParse(text)
  if (!read.success) throw invalidAt('documentType', `must be one of ${documentType.options.join(', ')}`)
  return read.data
}

function imageKey(project: Pick<ProjectRecord, 'tenantId' | 'accountId' | 'id' | 'imageFileName'>): string {
  return `images/${project.tenantId}/${project.accountId}/${project.id}/${project.imageFileName}`
}

function documentKey(tenantId: string, accountId: string, fileName: string): string {
  return `documents/${tenantId}/${accountId}/${fileName}`
}

function noSuchFile(): Failure {
  return new Failure('not_found', 'There is no such file.')
}
