import { z } from 'zod'
import type { Sql } from '#server/infra/db/database.ts'
import { documentUrl, isOpen } from '#server/mrv/documents/document-view.ts'
import type { DocumentDeps, DocumentSubject } from '#server/mrv/documents/subject.ts'
import { asSeenFrom } from '#server/mrv/documents/visiting.ts'
import type { ProjectRecord } from '#server/mrv/projects/projects.ts'
import type { TimelineEntry } from '#shared/contract/timeline.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { type FileRow, filesWith, type TimelineRow } from './timeline.store.ts'

type LineFile = TimelineEntry['files'][number]

const facts = z.object({
  sha256: z.union([z.string().transform((one) => [one]), z.array(z.string())]).catch([]),
  originalName: z.string().nullable().catch(null),
  finding: z.string().optional().catch(undefined),
})

/**
 * Files of timeline lines, by line id. Participants get names and hashes, and links to readable documents; others only
 * public files.
 */
export async function filesOfLines(
  deps: Pick<DocumentDeps, 'subjects' | 'config'> & { sql: Sql },
  actor: Actor,
  { tenantId, id: projectId }: ProjectRecord,
  isInsider: boolean,
  rows: readonly TimelineRow[],
): Promise<Map<string, LineFile[]>> {
  const lines = rows.map((row) => ({ row, ...facts.parse(row.after ?? {}) }))
  const known = await filesWith(deps.sql, tenantId, projectId, [...new Set(lines.flatMap(({ sha256 }) => sha256))])
  const subjects = await subjectsOf(deps, asSeenFrom(actor, tenantId), known)
  const subjectOf = (file: FileRow) => subjects.get(keyOf(file)) ?? null
  const mayRead = (file: FileRow) => {
    const subject = subjectOf(file)
    return subject !== null && (subject.mayRead || isOpen(file, subject))
  }
  return new Map(
    lines.map(({ row, sha256: hashes, originalName, finding }) => {
      const files = hashes.flatMap((sha256): LineFile[] => {
        const own = known.filter((file) => file.sha256 === sha256 && isOf(file, row, finding))
        const file = own.find(mayRead)
        const subject = file ? subjectOf(file) : null
        if (!file || !subject) {
          return isInsider ? [{ name: own[0]?.originalName ?? originalName, sha256, document: null }] : []
        }
        const document = {
          documentId: file.documentId,
          originalName: file.originalName,
          isOpen: isOpen(file, subject),
          url: documentUrl(file, deps.config),
        }
        return [{ name: file.originalName, sha256, document }]
      })
      return [row.id, files]
    }),
  )
}

/** Lines about findings rely on the files of findings. */
function isOf({ subjectKind, subjectId }: FileRow, row: TimelineRow, finding: string | undefined): boolean {
  return (
    (subjectKind === row.kind && subjectId === row.subjectId) || (subjectKind === 'finding' && finding !== undefined)
  )
}

const keyOf = ({ subjectKind, subjectId }: Pick<FileRow, 'subjectKind' | 'subjectId'>) => `${subjectKind}:${subjectId}`

/** Finds each subject once. */
async function subjectsOf(
  { sql, subjects }: Pick<DocumentDeps, 'subjects'> & { sql: Sql },
  actor: Actor,
  files: readonly FileRow[],
): Promise<Map<string, DocumentSubject>> {
  const found = new Map<string, DocumentSubject>()
  for (const [key, { subjectKind, subjectId }] of new Map(files.map((file) => [keyOf(file), file]))) {
    const subject = await subjects[subjectKind](sql, actor, subjectId)
    if (subject) found.set(key, subject)
  }
  return found
}
