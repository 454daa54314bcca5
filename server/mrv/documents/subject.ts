import type { Sql } from '#server/infra/db/database.ts'
import type { Concerned } from '#server/people/notices/notify.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { SubjectKind } from '#shared/contract/documents.ts'
import type { Notice } from '#shared/rules/notices.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/** What documents hang on, as the caller stands to it. */
export type DocumentSubject = {
  tenantId: string
  projectId: string | null
  /** The account whose folder its documents lie in; null for that of whoever adds one. */
  accountId: string | null
  /** Its state, for the refusal of whoever comes too late. */
  state: string
  /** Whether the caller may read also what is not public of it. */
  mayRead: boolean
  mayAdd: boolean
  /** Whether it is decided, so that its evidence no longer changes. */
  isLocked: boolean
  isPublished: boolean
  /** Whose work rests on its documents now, and what they are told of a new one; null where nobody's does. */
  restingOn: { whom: Concerned; notice: Notice } | null
}

/** Finds a subject in the caller's tenant, whoever may see it; null if there is none. */
export type FindSubject = (sql: Sql, actor: Actor, id: string) => Promise<DocumentSubject | null>

export type Subjects = Readonly<Record<SubjectKind, FindSubject>>

/** What acts on documents are given: those that have documents know them, and they know none of those. */
export type DocumentDeps = UnitsDeps & { subjects: Subjects }
