import { randomBytes } from 'node:crypto'
import { inTenant, newId, type Sql } from '#server/infra/db/database.ts'
import { checkDocument } from '#server/infra/files/documents.ts'
import { toWebp } from '#server/infra/files/images.ts'
import type { Draft, StoredFile } from '#server/infra/files/store.ts'
import { isFileKey } from '#server/infra/files/stored-file.ts'
import type { ReadUpload, Upload } from '#server/infra/files/upload.ts'
import { using } from '#server/infra/files/using.ts'
import { audit } from '#server/people/audit/audit.ts'
import { limitsOf, tenantOf } from '#server/people/tenants/tenants.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { documentType, type Project } from '#shared/contract/projects.ts'
import { Failure, invalidAt } from '#shared/rules/failure.ts'
import { type ProjectKey, parseProjectKey } from '#shared/rules/keys.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { isPublished, mayRead, noSuchProject } from './project-access.ts'
import { editableProject } from './project-changes.ts'
import { type DocumentType, documentAt, insertDocument, placeForDocument } from './project-page.store.ts'
import { lockProject, projectById, setImage } from './project-record.store.ts'
import { pageFor } from './projects.ts'

const nameBytes = 16

/** Replaces the picture of a project. Each picture has a new name that nobody can guess; the old one is removed. */
export async function replaceImage(deps: UnitsDeps, actor: Actor, upload: ReadUpload): Promise<Project> {
  const { imageBytes } = limitsOf(await tenantOf(deps, actor.tenantId))
  const sent = upload({
    files: deps.files,
    maxBytes: imageBytes,
    beforeFile: ({ projectKey = '' }) => mayChange(deps, actor, projectKey),
  })
  return using(sent, ({ fields: { projectKey = '' }, draft }) =>
    using(toWebp(deps.files, draft), (webp) => keepImage(deps, actor, projectKey, webp)),
  )
}

async function keepImage(deps: UnitsDeps, actor: Actor, projectKey: string, draft: Draft): Promise<Project> {
  const fileName = `${randomName()}.webp`
  const key = imageKey(keyOf(projectKey), fileName)
  const { page, before } = await keeping(deps, actor.tenantId, { key, draft, mediaType: 'image/webp' }, async (tx) => {
    const before = await editableProject(tx, actor, projectKey, lockProject)
    await setImage(tx, before.tenantId, before.id, fileName)
    await audit(tx, actor, {
      act: 'project.image',
      subject: `project:${before.id}`,
      before: { imageFileName: before.imageFileName },
      after: { imageFileName: fileName },
    })
    return { page: await pageFor(deps, tx, actor, { ...before, imageFileName: fileName }), before }
  })
  if (before.imageFileName !== null) await forget(deps, imageKey(keyOf(projectKey), before.imageFileName))
  return page
}

/** Adds a version of a document; earlier versions are kept. Fails with `conflict` when the project has no room for more. */
export async function addDocument(deps: UnitsDeps, actor: Actor, upload: ReadUpload): Promise<Project> {
  const { documentBytes, projectDocuments } = limitsOf(await tenantOf(deps, actor.tenantId))
  const sent = upload({
    files: deps.files,
    maxBytes: documentBytes,
    async beforeFile(given) {
      typeOf(given.documentType)
      await mayChange(deps, actor, given.projectKey ?? '')
    },
  })
  return using(sent, (document) => keepDocument(deps, actor, document, projectDocuments))
}

async function keepDocument(deps: UnitsDeps, actor: Actor, sent: Upload, most: number): Promise<Project> {
  const { fields, draft } = sent
  const { projectKey = '' } = fields
  const type = typeOf(fields.documentType)
  const { mediaType, extension, name } = await checkDocument(draft, sent.fileName)
  const documentId = newId()
  const fileName = `${randomName()}.${extension}`
  const key = documentKey(keyOf(projectKey), fileName)
  return await keeping(deps, actor.tenantId, { key, draft, mediaType }, async (tx) => {
    const project = await editableProject(tx, actor, projectKey, lockProject)
    const { version, documents } = await placeForDocument(tx, project.tenantId, project.id, type)
    if (documents >= most) throw new Failure('conflict', `A project has at most ${most} documents.`)
    await insertDocument(tx, project.tenantId, project.id, {
      documentId,
      documentType: type,
      fileName,
      originalName: name,
      mediaType,
      sizeBytes: BigInt(draft.size),
      sha256: Buffer.from(draft.sha256, 'hex'),
      version,
      createdBy: actor.userId,
    })
    await audit(tx, actor, {
      act: 'project.document',
      subject: `project:${project.id}`,
      after: { documentId, documentType: type, version, originalName: name, sha256: draft.sha256 },
    })
    return pageFor(deps, tx, actor, project)
  })
}

/** Stores a file, then does the work that refers to it; removes the file again when that work fails. */
async function keeping<Result>(
  deps: UnitsDeps,
  tenantId: string,
  file: { key: string; draft: Draft; mediaType: string },
  work: (tx: Sql) => Promise<Result>,
): Promise<Result> {
  await deps.files.put(file.key, file.draft, file.mediaType)
  try {
    return await inTenant(deps.sql, tenantId, work)
  } catch (error) {
    await forget(deps, file.key)
    throw error
  }
}

/** Removes a file that nothing refers to; if that fails, the file stays and harms nobody. */
async function forget({ files }: UnitsDeps, key: string): Promise<void> {
  await files.remove(key).catch(() => {})
}

/** The picture that a project shows now, for whoever knows its name; `not_found` for any other. */
export async function imageAt(
  deps: UnitsDeps,
  { fileName, ...key }: ProjectKey & { fileName: string },
): Promise<{ file: StoredFile; isPublic: boolean }> {
  const path = imageKey(key, fileName)
  if (!isFileKey(path)) throw noSuchFile()
  await tenantOf(deps, key.tenantId)
  const project = await projectById(deps.sql, key.tenantId, key.projectId)
  if (project?.accountId !== key.accountId || project.imageFileName !== fileName) throw noSuchFile()
  const file = await deps.files.get(path)
  if (!file) throw noSuchFile()
  return { file, isPublic: isPublished(project.status) }
}

/** A document of a project that the caller may read; `not_found` for any other. */
export async function documentFor(
  deps: UnitsDeps,
  actor: Actor,
  { tenantId, accountId, fileName }: Record<'tenantId' | 'accountId' | 'fileName', string>,
): Promise<{ file: StoredFile; name: string; sha256: string; isPublic: boolean }> {
  const path = documentKey({ tenantId, accountId }, fileName)
  if (!isFileKey(path)) throw noSuchFile()
  await tenantOf(deps, tenantId)
  const document = await documentAt(deps.sql, tenantId, accountId, fileName)
  const project = document && (await projectById(deps.sql, tenantId, document.projectId))
  if (!document || !project || !mayRead(actor, project)) throw noSuchFile()
  const file = await deps.files.get(path)
  if (!file) throw noSuchFile()
  return {
    file,
    name: document.originalName,
    sha256: document.sha256.toString('hex'),
    isPublic: isPublished(project.status),
  }
}

/** Fails unless the caller may change the project; called before a byte of the file is taken in. */
async function mayChange(deps: UnitsDeps, actor: Actor, projectKey: string): Promise<void> {
  await editableProject(deps.sql, actor, projectKey)
}

function typeOf(text: string | undefined): DocumentType {
  const read = documentType.safeParse(text)
  if (!read.success) throw invalidAt('documentType', `must be one of ${documentType.options.join(', ')}`)
  return read.data
}

function randomName(): string {
  return randomBytes(nameBytes).toString('hex')
}

function keyOf(projectKey: string): ProjectKey {
  const key = parseProjectKey(projectKey)
  if (!key) throw noSuchProject()
  return key
}

/** Where the picture of a project is kept. */
export function imageKey({ tenantId, accountId, projectId }: ProjectKey, fileName: string): string {
  return `images/${tenantId}/${accountId}/${projectId}/${fileName}`
}

/** Where a document of a project is kept. */
export function documentKey(
  { tenantId, accountId }: Pick<ProjectKey, 'tenantId' | 'accountId'>,
  fileName: string,
): string {
  return `documents/${tenantId}/${accountId}/${fileName}`
}

function noSuchFile(): Failure {
  return new Failure('not_found', 'There is no such file.')
}
