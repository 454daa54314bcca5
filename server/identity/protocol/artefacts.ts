import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Sql } from '#server/infra/db/database.ts'

type Stored = { payload: AdapterPayload; consumed_s: number | null }

/**
 * How long a refresh token that has been exchanged may be exchanged again, as two tabs of one browser share it and may renew in
 * the same second. Later use counts as theft, and the provider ends the session.
 */
const renewalGraceS = 10

/**
 * oidc-provider's storage in our tables, one per kind of artefact (session, grant, code, refresh token …). A session that nothing was
 * renewed in for `idleS` seconds is not found any more.
 */
export function artefactsIn(sql: Sql, idleS: number): (model: string) => Adapter {
  // A refresh token is good for as long as a session may be unused, from its last exchange on.
  const isInUse = (model: string) =>
    model === 'Session'
      ? sql`
          and (payload ->> 'loginTs' is null
            or to_timestamp((payload ->> 'loginTs')::float8) > now() - make_interval(secs => ${idleS})
            or exists (
              select from identity.artefact renewal
              where renewal.model = 'RefreshToken' and renewal.expires_at > now() and renewal.grant_id in (
                select given.value ->> 'grantId' from jsonb_each(session.payload -> 'authorizations') given)))`
      : sql``
  return (model) => ({
    async upsert(id, payload, expiresInS) {
      const payloadJson = JSON.stringify(payload)
      await sql`
        insert into identity.artefact (model, id, payload, expires_at)
        values (${model}, ${id}, ${payloadJson}::text::jsonb, ${endOf(expiresInS)})
        on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`
    },
    async find(id) {
      if (!/^[\w-]+$/.test(id)) return undefined // none of ours; PostgreSQL takes no NUL
      return payloadOf(
        model,
        await sql<
          Stored[]
        >`${selectStored(sql)} where model = ${model} and id = ${id} and expires_at > now() ${isInUse(model)}`,
      )
    },
    async findByUid(uid) {
      return payloadOf(
        model,
        await sql<
          Stored[]
        >`${selectStored(sql)} where model = ${model} and uid = ${uid} and expires_at > now() ${isInUse(model)}`,
      )
    },
    async findByUserCode() {
      return undefined // only the device flow asks, which is off
    },
    async consume(id) {
      const consumed = await sql`
        update identity.artefact set consumed_at = coalesce(consumed_at, now())
        where model = ${model} and id = ${id} and (consumed_at is null or model = 'RefreshToken')`
      // Of two exchanges at once, the second finds the code taken.
      if (consumed.count === 0) throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      await sql`delete from identity.artefact where model = ${model} and id = ${id}`
    },
    async revokeByGrantId(grantId) {
      await sql`delete from identity.artefact where grant_id = ${grantId}`
    },
  })
}

/** Deletes what has expired: artefacts, links, registrations, changes of address, forgotten attempts, ended sessions whose tokens have run out. */
export async function sweepExpired(sql: Sql): Promise<void> {
  await sql`delete from identity.artefact where expires_at < now()`
  await sql`delete from identity.link where expires_at < now()`
  await sql`delete from identity.registration where expires_at < now()`
  await sql`delete from identity.address_change where expires_at < now()`
  await sql`delete from identity.ended_session where ended_at < now() - interval '1 day'`
  await sql`delete from identity.attempt where last_at < now() - interval '1 day'`
}

function selectStored(sql: Sql) {
  return sql`select payload, extract(epoch from now() - consumed_at)::float8 as consumed_s from identity.artefact session`
}

function payloadOf(model: string, [row]: Stored[]): AdapterPayload | undefined {
  if (!row) return undefined
  const isConsumed = row.consumed_s !== null && (model !== 'RefreshToken' || row.consumed_s > renewalGraceS)
  return { ...row.payload, ...(isConsumed ? { consumed: true } : {}) }
}

function endOf(expiresInS: number | undefined): Date {
  const foreverS = 365 * 86_400
  return new Date(Date.now() + (expiresInS ?? foreverS) * 1000)
}
