import type { DocumentRecord, SubjectKind } from '#shared/contract/documents.ts'
import { limits } from '#shared/rules/limits.ts'

/** A `projectKey` selects the project's own upload call. */
export type DocumentSubject = { kind: SubjectKind; id: string; tenantId?: string; projectKey?: string }

/**
 * A file for a subject. `id` is the upload's idempotency key. `versionOf` is the title of the document that gets a new
 * version; null for a new document. `title` is fixed with the first bytes sent, so that a repetition is the same call.
 */
export type ChosenFile = {
  id: string
  file: File
  type: string
  isPublic: boolean
  versionOf: string | null
  /**
   * `twin`: equal bytes are listed or chosen, as `twinOf` says. `waiting`: the queue sends the file. `cut`: the line
   * broke, and the queue sends the file first.
   */
  state: 'chosen' | 'twin' | 'waiting' | 'sending' | 'cut' | 'failed'
  twinOf: string | null
  title: string | null
  /** Hexadecimal; null until computed, or where the browser cannot. */
  sha256: string | null
  sent: number
  failure: Error | null
}

/** Whether the reader may still change or leave out the file. */
export function isEditable({ state }: Pick<ChosenFile, 'state'>): boolean {
  return state === 'chosen' || state === 'twin' || state === 'failed'
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
export function storedName(name: string): string {
  return name.normalize('NFC').replace(/\.jpeg$/i, '.jpg')
}

export function fieldsOf(
  { file, type, isPublic }: Pick<ChosenFile, 'file' | 'type' | 'isPublic'>,
  { title, subject }: { title: string; subject: DocumentSubject },
): Readonly<Record<string, string | File>> {
  if (subject.projectKey === undefined) {
    const [subjectKind, subjectId] = [subject.kind, subject.id]
    return { subjectKind, subjectId, title, type: type || title, isPublic: String(isPublic), document: file }
  }
  return {
    projectKey: subject.projectKey,
    documentType: type,
    // The server's defaults.
    ...(title !== storedName(file.name) && { title }),
    ...(!isPublic && { isPublic: 'false' }),
    document: file,
  }
}

type Known = Pick<DocumentRecord, 'sha256' | 'originalName'>

/** The name of the listed or earlier chosen file with equal bytes; null without one. */
export function twinOf(
  { id, sha256 }: Pick<ChosenFile, 'id' | 'sha256'>,
  listed: readonly Known[],
  chosen: readonly ChosenFile[],
): string | null {
  if (sha256 === null) return null
  const known = listed.find((one) => one.sha256 === sha256)
  if (known) return known.originalName
  const earlier = chosen.slice(
    0,
    chosen.findIndex((one) => one.id === id),
  )
  return earlier.find((one) => one.sha256 === sha256)?.file.name ?? null
}
