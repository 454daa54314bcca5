import type { Sql } from '#server/infra/db/database.ts'
import type { Language } from '#shared/rules/languages.ts'

export type PreferencesRow = { language: Language; tellByMail: boolean; email: string }

const preferences = (sql: Sql, tenantId: string, username: string) => sql`
  select language, tell_by_mail as "tellByMail", email from app_user
  where tenant_id = ${tenantId} and username = ${username}`

export async function preferencesOf(sql: Sql, tenantId: string, username: string): Promise<PreferencesRow | null> {
  const [row] = await sql<PreferencesRow[]>`${preferences(sql, tenantId, username)}`
  return row ?? null
}

export async function lockPreferences(tx: Sql, tenantId: string, username: string): Promise<PreferencesRow | null> {
  const [row] = await tx<PreferencesRow[]>`${preferences(tx, tenantId, username)} for no key update`
  return row ?? null
}
