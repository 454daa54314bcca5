import { newId } from '#server/infra/db/database.ts'
import type { FileStore } from '#server/infra/files/store.ts'
import type { ReadUpload } from '#server/infra/files/upload.ts'
import { addDocument } from '#server/mrv/documents/documents.ts'
import { subjects } from '#server/mrv/evidence/subjects.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import type { SubjectKind } from '#shared/contract/documents.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import type { AccountId } from './cast.ts'
import type { Chance } from './chance.ts'
import type { Line } from './projects.ts'

export type StoryDeps = Pick<
  UnitsDeps,
  'sql' | 'lookups' | 'config' | 'log' | 'chain' | 'files' | 'scan' | 'now' | 'issuerOf' | 'movementBell'
>

/** What every chapter acts with. */
export type Stage = {
  deps: StoryDeps
  as: (accountId: AccountId) => Actor & { userId: string }
  /** The first day of the story's first year, and the story's end. */
  firstYear: number
  end: Date
  issued: Issued[]
}

export type Life = { line: Line; projectId: string; measurer: AccountId; verifier: AccountId; chance: Chance }

/** Issued units in the hands of their project's account. */
export type Issued = { assetId: string; project: string; kind: string; holder: AccountId; left: number }

/** Resumed when its time has come: each yielded day is when the chapter goes on. */
export type Chapter = AsyncGenerator<Date, void>

/** Of one intention. */
export const once = () => ({ key: newId(), requestHash: Buffer.alloc(32) })

const dayMs = 24 * 60 * 60 * 1_000

export function daysAfter(day: Date, days: number): Date {
  return new Date(day.valueOf() + Math.round(days * dayMs))
}

/** During office hours. */
export function dayOf(year: number, dayOfYear: number, minute: number): Date {
  return new Date(Date.UTC(year, 0, dayOfYear, 8, minute))
}

export async function attach(
  { deps, as }: Pick<Stage, 'deps' | 'as'>,
  by: AccountId,
  [subjectKind, subjectId]: [SubjectKind, string],
  paper: { title: string; fileName: string; type?: string; isPublic?: boolean; bytes: Uint8Array },
): Promise<void> {
  const { title, type = title, isPublic = true } = paper
  const fields = { subjectKind, subjectId, title, type, isPublic: String(isPublic) }
  await addDocument({ ...deps, subjects }, as(by), uploadOf(deps.files, fields, paper))
}

function uploadOf(
  files: FileStore,
  fields: Record<string, string>,
  { bytes, fileName }: { bytes: Uint8Array; fileName: string },
): ReadUpload {
  return async ({ beforeFile }) => {
    await beforeFile(fields)
    const draft = await files.draft([bytes])
    return { fields, fileName, draft, [Symbol.asyncDispose]: () => draft[Symbol.asyncDispose]() }
  }
}
