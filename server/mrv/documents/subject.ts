import type { Sql } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Concerned } from '#server/people/notices/notify.ts'
import type { SubjectKind } from '#shared/contract/documents.ts'
import type { Notice } from '#shared/rules/notices.ts'
import type { Actor } from '#shared/rules/permissions.ts'

/** What documents belong to, with the caller's rights. */
export type DocumentSubject = {
  tenantId: string
  projectId: string | null
  /** The account that owns the folder; null for the account that adds. */
  accountId: string | null
  /** For error messages. */
  state: string
  /** Includes private documents. */
  mayRead: boolean
  mayAdd: boolean
  /** Decided: its evidence is final. */
  isLocked: boolean
  isPublished: boolean
  /** Who relies on the documents now, and their notice. */
  restingOn: { whom: Concerned; notice: Notice } | null
}

/** Finds a subject in the caller's tenant, without checks of rights. */
export type FindSubject = (sql: Sql, actor: Actor, id: string) => Promise<DocumentSubject | null>

export type Subjects = Readonly<Record<SubjectKind, FindSubject>>

/** Injected: documents must not import the modules of their subjects. */
export type DocumentDeps = InfraDeps & { subjects: Subjects }
