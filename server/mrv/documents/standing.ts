import type { Sql } from '#server/infra/db/database.ts'
import type { SubjectKind } from '#shared/contract/documents.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import type { DocumentSubject, Subjects } from './subject.ts'

type Finding = { sql: Sql; subjects: Subjects }

export type SubjectKey = { kind: SubjectKind; id: string }

/** Fails with `not_found` if the subject is hidden or missing. */
export async function subjectFor(
  { sql, subjects }: Finding,
  actor: Actor,
  { kind, id }: SubjectKey,
): Promise<DocumentSubject> {
  const subject = await subjects[kind](sql, actor, id)
  if (!subject || !(subject.mayRead || subject.isPublished))
    throw new Failure('not_found', `There is no such ${kind}.`, because(`noSuch.${kind}`))
  return subject
}

/** Fails with `not_found`, `forbidden`, or `conflict` once the evidence is locked. */
export async function subjectToAddTo(finding: Finding, actor: Actor, key: SubjectKey): Promise<DocumentSubject> {
  const subject = await subjectFor(finding, actor, key)
  if (!subject.mayAdd)
    throw new Failure('forbidden', `This ${key.kind} is not yours to change.`, because(`notYours.${key.kind}`))
  if (subject.isLocked) {
    throw new Failure(
      'conflict',
      `The ${key.kind} is ${subject.state}; its documents no longer change.`,
      because(`locked.${key.kind}`, { of: key.kind, status: subject.state }),
    )
  }
  return subject
}
