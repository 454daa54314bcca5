import type { Sql } from '#server/infra/db/database.ts'
import type { SubjectKind } from '#shared/contract/documents.ts'
import { type DocumentRow, documentsOf } from './documents.store.ts'

/**
 * What an act on a subject rests on, for its line in the log: of each title the version that is in force, in words and by its
 * sha256. Nothing where there are no documents.
 */
export async function restsOn(
  tx: Sql,
  tenantId: string,
  kind: SubjectKind,
  id: string,
): Promise<{ files: string[]; sha256: string[] } | undefined> {
  // The newest stand first, and of a title the first one stays.
  const inForce = new Map<string, DocumentRow>()
  for (const row of await documentsOf(tx, tenantId, kind, id)) {
    if (!inForce.has(row.title)) inForce.set(row.title, row)
  }
  if (inForce.size === 0) return undefined
  const rows = [...inForce.values()]
  return {
    files: rows.map(({ title, version, originalName }) => `${title} ${version}: ${originalName}`),
    sha256: rows.map(({ sha256 }) => sha256.toString('hex')),
  }
}
