import type { DocumentRecord, SubjectKind } from '#shared/contract/documents.ts'
import { limits } from '#shared/rules/limits.ts'

/** What documents hang on; those of a project are added by the call that its key names. */
export type DocumentSubject = { kind: SubjectKind; id: string; tenantId?: string; projectKey?: string }

/** A file to be added. `versionOf` is the title of the document whose next version it becomes, null for a document of its own. */
export type ChosenFile = {
  id: string
  file: File
  type: string
  versionOf: string | null
  state: 'chosen' | 'sending' | 'failed'
  sent: number
  failure: string | null
}

/** The title of a document of its own: the file's name, with a number where another document has that. */
export function titleOf({ file, versionOf }: Pick<ChosenFile, 'file' | 'versionOf'>, taken: readonly string[]): string {
  if (versionOf !== null) return versionOf
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(asKept(file.name)) ?? []
  const short = (more: string) =>
    `${stem.slice(0, limits.documentTitle - extension.length - more.length)}${more}${extension}`
  for (let number = 1; ; number += 1) {
    const title = short(number === 1 ? '' : ` (${number})`)
    if (!taken.includes(title)) return title
  }
}

/** A file's name as the registry writes it. */
function asKept(name: string): string {
  return name.normalize('NFC').replace(/\.jpeg$/i, '.jpg')
}

/** The fields that add a file to a project, and those that add it to anything else; each call knows its own. */
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
    // The registry takes the file's name and publication for granted.
    ...(title !== asKept(file.name) && { title }),
    ...(isPublic !== 'true' && { isPublic }),
    document: file,
  }
}

type Arrived = Pick<DocumentRecord, 'documentId' | 'title' | 'sizeBytes'>

/** Whether a document that was not there before is what was sent: an answer may have been lost. */
export function isArrived(
  { file }: ChosenFile,
  title: string,
  before: readonly Arrived[],
  now: readonly Arrived[],
): boolean {
  const known = new Set(before.map(({ documentId }) => documentId))
  return now.some((one) => !known.has(one.documentId) && one.title === title && one.sizeBytes === file.size)
}
