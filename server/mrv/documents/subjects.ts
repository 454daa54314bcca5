import type { Sql } from '#server/infra/db/database.ts'
import { measurementSubject } from '#server/mrv/measurements/measurement-subject.ts'
import { methodologySubject } from '#server/mrv/methodologies/methodology-subject.ts'
import { projectSubject } from '#server/mrv/projects/project-subject.ts'
import { verificationSubject } from '#server/mrv/verifications/verification-subject.ts'
import type { SubjectKind } from '#shared/contract/documents.ts'
import { Failure } from '#shared/rules/failure.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import type { DocumentSubject, FindSubject } from './subject.ts'

/** Everything that has documents. */
const subjects: Readonly<Record<SubjectKind, FindSubject>> = {
  project: projectSubject,
  measurement: measurementSubject,
  verification: verificationSubject,
  methodology: methodologySubject,
}

export type SubjectKey = { kind: SubjectKind; id: string }

/** The subject as the caller stands to it; `not_found` if there is none or the caller may not know of it. */
export async function subjectFor(sql: Sql, actor: Actor, { kind, id }: SubjectKey): Promise<DocumentSubject> {
  const subject = await subjects[kind](sql, actor, id)
  if (!subject || !(subject.mayRead || subject.isPublished)) throw new Failure('not_found', `There is no such ${kind}.`)
  return subject
}

/** The same for the caller to add to. Fails with `forbidden` also, and with `conflict` once its evidence is locked. */
export async function subjectToAddTo(sql: Sql, actor: Actor, key: SubjectKey): Promise<DocumentSubject> {
  const subject = await subjectFor(sql, actor, key)
  if (!subject.mayAdd) throw new Failure('forbidden', `This ${key.kind} is not yours to change.`)
  if (subject.isLocked) {
    throw new Failure('conflict', `The ${key.kind} is ${subject.state}; its documents no longer change.`)
  }
  return subject
}
