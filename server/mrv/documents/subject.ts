import type { Sql } from '#server/infra/db/database.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { SubjectKind } from '#shared/contract/documents.ts'
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
}

/** Finds a subject in the caller's tenant, whoever may see it; null if there is none. */
export type FindSubject = (sql: Sql, actor: Actor, id: string) => Promise<DocumentSubject | null>

export type Subjects = Readonly<Record<SubjectKind, FindSubject>>

/** What acts on documents are given: those that have documents know them, and they know none of those. */
export type DocumentDeps = UnitsDeps & { subjects: Subjects }
