import type { Sql } from '#server/infra/db/database.ts'
import type { AuditLine } from '#shared/contract/audit.ts'
import { namedBy } from '#shared/rules/audited.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import { accountReviewPath, methodologyPath, projectPath, recordPath, userPath, workPath } from '#shared/rules/paths.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { type AuditRow, type NamedRow, namesOf } from './audit.store.ts'

/** Adds the names of all things mentioned, and the subject's page. */
export async function withNames(sql: Sql, actor: Actor, rows: readonly AuditRow[]): Promise<AuditLine[]> {
  const named = await namesOf(sql, actor.tenantId, [...new Set(rows.flatMap(mentionedIn))])
  const byKey = new Map(named.map((each) => [`${each.kind}:${each.id}`, each]))
  return rows.map((row) => lineOf(actor, row, byKey))
}

function lineOf(actor: Actor, { sequence, at, ...row }: AuditRow, byKey: ReadonlyMap<string, NamedRow>): AuditLine {
  const subject = byKey.get(row.subject)
  const names = mentionedIn(row).flatMap((each) => {
    const name = byKey.get(each)?.name
    return name == null ? [] : [[each, name] as const]
  })
  return {
    ...row,
    sequence: Number(sequence),
    at: at.toISOString(),
    subjectPath: subject ? pathOf(actor, subject) : null,
    names: Object.fromEntries(names),
  }
}

function mentionedIn({ subject, before, after }: Pick<AuditRow, 'subject' | 'before' | 'after'>): string[] {
  const facts = [...Object.entries(before ?? {}), ...Object.entries(after ?? {})]
  return [...new Set([subject, ...facts.flatMap(([field, value]) => namedBy(field, value))])]
}

function pathOf({ tenantId, isTenantAdmin }: Actor, { kind, id, name, within }: NamedRow): string | null {
  if (kind === 'transaction') return recordPath(id)
  if (kind === 'account' && name !== null && isTenantAdmin) return accountReviewPath(name)
  if (within === null) return null
  if (kind === 'user') return userPath(within)
  if (kind === 'project') return projectPath(formatProjectKey({ tenantId, accountId: within, projectId: id }))
  if (kind === 'methodology') return methodologyPath(id)
  if (kind === 'measurement') return workPath('measurements', within, id)
  if (kind === 'verification') return workPath('verifications', within, id)
  return null
}
