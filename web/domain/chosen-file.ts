import type { DocumentRecord, SubjectKind } from '#shared/contract/documents.ts'
import { limits } from '#shared/rules/limits.ts'

/** A `projectKey` selects the project's own upload call. */
export type DocumentSubject = { kind: SubjectKind; id: string; tenantId?: string; projectKey?: string }

/** `versionOf` is the title of the document that gets a new version; null for a new document. */
export type ChosenFile = {
  id: string
  file: File
  type: string
  versionOf: string | null
  state: 'chosen' | 'sending' | 'failed'
  sent: number
  failure: string | null
}

/** Returns the versioned document's title, or the file's name, made unique by a number. */
export function titleOf({ file, versionOf }: Pick<ChosenFile, 'file' | 'versionOf'>, taken: readonly string[]): string {
  if (versionOf !== null) return versionOf
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(storedName(file.name)) ?? []
  const short = (more: string) =>
    `${stem.slice(0, limits.documentTitle - extension.length - more.length)}${more}${extension}`
  for (let number = 1; ; number += 1) {
    const title = short(number === 1 ? '' : ` (${number})`)
    if (!taken.includes(title)) return title
  }
}

/** The name as the server stores it. */
function storedName(name: string): string {
  return name.normalize('NFC').replace(/\.jpeg$/i, '.jpg')
}

export function fieldsOf(
  chosen: ChosenFile,
  { title, subject, isPublic }: { title: string; subject: DocumentSubject; isPublic: string },
): Readonly<Record<string, string | File>> {
  const { file, type } = chosen
  if (subject.projectKey === undefined) {
    return { subjectKind: subject.kind, subjectId: subject.id, title, type: type || title, isPublic, document: file }
  }
  return {
    projectKey: subject.projectKey,
    documentType: type,
    // The server's defaults.
    ...(title !== storedName(file.name) && { title }),
    ...(isPublic !== 'true' && { isPublic }),
    document: file,
  }
}

type Arrived = Pick<DocumentRecord, 'documentId' | 'title' | 'sizeBytes'>

/** Whether `now` has a new document with the file's title and size: the upload's response may have been lost. */
export function isArrived(
  { file }: ChosenFile,
  title: string,
  before: readonly Arrived[],
  now: readonly Arrived[],
): boolean {
  const known = new Set(before.map(({ documentId }) => documentId))
  return now.some((one) => !known.has(one.documentId) && one.title === title && one.sizeBytes === file.size)
}
