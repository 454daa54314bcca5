import { inTenant } from '#server/infra/db/database.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { audit } from '#server/people/audit/audit.ts'
import type { ValidBodyOf } from '#shared/contract/endpoint.ts'
import type * as contract from '#shared/contract/preferences.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { type Actor, userIdOf } from '#shared/rules/permissions.ts'
import { lockPreferences, type PreferencesRow, preferencesOf } from './preferences.store.ts'
import { savePreferences } from './user-record.store.ts'

/** Returns the caller's language, and whether notices are mailed. */
export async function ownPreferences(
  deps: Pick<InfraDeps, 'sql' | 'config'>,
  actor: Actor,
): Promise<contract.Preferences> {
  const row = await inTenant(deps.sql, actor.tenantId, (tx) => preferencesOf(tx, actor.tenantId, userIdOf(actor)))
  return preferencesIn(deps, row)
}

/** Throws `conflict` if the registry has no record of the caller. */
export async function changePreferences(
  deps: Pick<InfraDeps, 'sql' | 'config'>,
  actor: Actor,
  requested: ValidBodyOf<typeof contract.changePreferences>,
): Promise<contract.Preferences> {
  const { tenantId } = actor
  const username = userIdOf(actor)
  return inTenant(deps.sql, tenantId, async (tx) => {
    const before = await lockPreferences(tx, tenantId, username)
    if (!before)
      throw new Failure(
        'conflict',
        'The registry has no record of you yet. Register your organisation first.',
        because('access.noRecord'),
      )
    const { language = before.language, tellByMail = before.tellByMail } = requested
    if (language !== before.language || tellByMail !== before.tellByMail) {
      await savePreferences(tx, tenantId, username, { language, tellByMail })
      await audit(tx, actor, {
        act: 'user.prefer',
        subject: `user:${username}`,
        before: { language: before.language, tellByMail: before.tellByMail },
        after: { language, tellByMail },
      })
    }
    return preferencesIn(deps, { ...before, language, tellByMail })
  })
}

function preferencesIn({ config }: Pick<InfraDeps, 'config'>, row: PreferencesRow | null): contract.Preferences {
  if (row === null) return { email: null, language: null, tellByMail: null }
  const email = row.email === '' ? null : row.email
  const isReached = email !== null && config.SMTP_URL !== undefined
  return { email, language: row.language, tellByMail: isReached ? row.tellByMail : null }
}
