import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { type Pictures, toPictures } from '#server/infra/files/images.ts'
import type { StoredFile } from '#server/infra/files/store.ts'
import { isFileKey } from '#server/infra/files/stored-file.ts'
import { randomName, storingFiles } from '#server/infra/files/storing-files.ts'
import type { ReadUpload } from '#server/infra/files/upload.ts'
import { using } from '#server/infra/files/using.ts'
import { addTo, publicIn, titleIn } from '#server/mrv/documents/documents.ts'
import type { DocumentDeps } from '#server/mrv/documents/subject.ts'
import { refuseBeyondTrial } from '#server/mrv/trial/trial.ts'
import { audit } from '#server/people/audit/audit.ts'
import { limitsOf, tenantOf } from '#server/people/tenants/tenants.ts'
import { documentType } from '#shared/contract/documents.ts'
import type { Project } from '#shared/contract/projects.ts'
import { because, Failure, invalidAt } from '#shared/rules/failure.ts'
import { type ProjectKey, parseProjectKey } from '#shared/rules/keys.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { type PictureWidth, pictureWidths, widestPicture } from '#shared/rules/pictures.ts'
import { pictureReader } from './picture-links.ts'
import { isPublished, noSuchProject, takesPart } from './project-access.ts'
import { editableProject } from './project-changes.ts'
import { lockProject, projectById, setImage } from './project-record.store.ts'
import type { ProjectDeps } from './projects.ts'
import { pageFor } from './projects.ts'

/** Replaces the picture under a new random name and removes the old one. */
export async function replaceImage(
  deps: ProjectDeps & Pick<InfraDeps, 'files' | 'scan'>,
  actor: Actor,
  upload: ReadUpload,
): Promise<Project> {
  const { imageBytes } = limitsOf(await tenantOf(deps, actor.tenantId))
  const sent = upload({
    files: deps.files,
    maxBytes: imageBytes,
    beforeFile: ({ projectKey = '' }) => mayChange(deps, actor, projectKey),
  })
  return using(sent, async ({ fields: { projectKey = '' }, draft }) => {
    await deps.scan(draft)
    return using(toPictures(deps.files, draft), (pictures) => storePictures(deps, actor, projectKey, pictures))
  })
}

/** Names the pictures in the project, and removes the former ones. */
export async function storePictures(
  deps: ProjectDeps & Pick<InfraDeps, 'files'>,
  actor: Actor,
  projectKey: string,
  pictures: Pictures,
): Promise<Project> {
  const fileName = `${randomName()}.webp`
  const files = pictureWidths.map((width) => ({
    key: imageKey(keyOf(projectKey), fileName, width),
    draft: pictures[width],
    mediaType: 'image/webp',
  }))
  return storingFiles(deps, actor.tenantId, files, async (tx, releaseFiles) => {
    const before = await editableProject(tx, actor, projectKey, lockProject)
    if (before.imageFileName === null) await refuseBeyondTrial(tx, before, 'files')
    await setImage(tx, before.tenantId, before.id, fileName)
    await audit(tx, actor, {
      act: 'project.image',
      subject: `project:${before.id}`,
      before: { imageFileName: before.imageFileName },
      after: { imageFileName: fileName },
    })
    const replaced = before.imageFileName
    if (replaced !== null)
      await releaseFiles(pictureWidths.map((width) => imageKey(keyOf(projectKey), replaced, width)))
    return pageFor(deps, tx, actor, { ...before, imageFileName: fileName })
  })
}

/** Adds a document. The default title is the file name; an existing title gets a new version. */
export async function addProjectDocument(
  deps: ProjectDeps & Pick<DocumentDeps, 'files' | 'scan' | 'subjects'>,
  actor: Actor,
  upload: ReadUpload,
): Promise<Project> {
  const read = async (fields: Record<string, string>, originalName: string) => {
    const { projectKey = '', documentType: given, title = originalName, isPublic = 'true' } = fields
    const type = typeOf(given)
    const { id } = await editableProject(deps.sql, actor, projectKey)
    const named = title === originalName ? title : titleIn(title)
    return { kind: 'project' as const, id, title: named, type, isPublic: publicIn(isPublic) }
  }
  return addTo(deps, actor, upload, read, async (tx, { subjectId }) => {
    const project = await projectById(tx, actor.tenantId, subjectId)
    if (!project) throw noSuchProject()
    return pageFor(deps, tx, actor, project)
  })
}

/**
 * The project's present picture, in the requested or else the widest stored width. Fails with `not_found` for other
 * files and callers without access.
 */
export async function imageAt(
  deps: ProjectDeps & Pick<InfraDeps, 'files'>,
  findActor: () => Promise<Actor>,
  { fileName, ...key }: ProjectKey & { fileName: string },
  { width: requestedWidth, link }: { width: unknown; link: string | undefined },
): Promise<{ file: StoredFile; isPublic: boolean }> {
  const path = imageKey(key, fileName)
  if (!isFileKey(path)) throw noSuchFile()
  await tenantOf(deps, key.tenantId)
  const project = await projectById(deps.sql, key.tenantId, key.projectId)
  if (project?.accountId !== key.accountId || project.imageFileName !== fileName) throw noSuchFile()
  const isPublic = isPublished(project.status)
  const reader = isPublic ? null : await pictureReader(deps, await findActor(), key.tenantId, link)
  if (!isPublic && !(reader && takesPart(reader, project))) throw noSuchFile()
  const width = pictureWidths.find((each) => String(each) === requestedWidth) ?? widestPicture
  const file = (await deps.files.get(imageKey(key, fileName, width))) ?? (await deps.files.get(path))
  if (!file) throw noSuchFile()
  return { file, isPublic }
}

/** Runs before the upload is read. */
async function mayChange(deps: Pick<InfraDeps, 'sql'>, actor: Actor, projectKey: string): Promise<void> {
  await editableProject(deps.sql, actor, projectKey)
}

function typeOf(text: string | undefined) {
  const read = documentType.safeParse(text)
  if (!read.success)
    throw invalidAt(
      'documentType',
      `must be one of ${documentType.options.join(', ')}`,
      because('invalid.choice', { choices: documentType.options }),
    )
  return read.data
}

function keyOf(projectKey: string): ProjectKey {
  const key = parseProjectKey(projectKey)
  if (!key) throw noSuchProject()
  return key
}

/** In the file store. */
export function imageKey(
  { tenantId, accountId, projectId }: ProjectKey,
  fileName: string,
  width: PictureWidth = widestPicture,
): string {
  const name = width === widestPicture ? fileName : fileName.replace(/\.webp$/, `-${width}.webp`)
  return `images/${tenantId}/${accountId}/${projectId}/${name}`
}

function noSuchFile(): Failure {
  return new Failure('not_found', 'There is no such file.', because('noSuch.file'))
}
