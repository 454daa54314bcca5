import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import type { Sql } from '#server/infra/db/database.ts'

type Stored = { payload: AdapterPayload; consumed_s: number | null }

/**
 * Two tabs of a browser may exchange the same refresh token at once. Later reuse counts as theft: the provider ends the
 * session.
 */
const renewalGraceS = 10

/** A device that a person used within this time is not new. */
export const knownDeviceDays = 90

/**
 * oidc-provider's storage, by kind (session, grant, code, refresh token …). Hides sessions without renewal for `idleS`
 * seconds.
 */
export function artefactsIn(sql: Sql, idleS: number): (model: string) => Adapter {
  const isInUse = (model: string) => (model === 'Session' ? sql`and ${isOpenSession(sql, idleS)}` : sql``)
  return (model) => ({
    async upsert(id, payload, expiresInS) {
      const payloadJson = JSON.stringify(payload)
      await sql`
        insert into identity.artefact (model, id, payload, expires_at)
        values (${model}, ${id}, ${payloadJson}::text::jsonb, ${endOf(expiresInS)})
        on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`
    },
    async find(id) {
      // No id of ours; PostgreSQL rejects NUL.
      if (!/^[\w-]+$/.test(id)) return undefined
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
      // Called only by the device flow, which is off.
      return undefined
    },
    async consume(id) {
      const consumed = await sql`
        update identity.artefact set consumed_at = coalesce(consumed_at, now())
        where model = ${model} and id = ${id} and (consumed_at is null or model = 'RefreshToken')`
      // Fails the second of two parallel exchanges.
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

/**
 * Whether `session`, a row of `identity.artefact`, is in use and was not ended. A refresh token expires `idleS` after its
 * last exchange, so a valid one proves use.
 */
export function isOpenSession(sql: Sql, idleS: number) {
  return sql`
    consumed_at is null and (payload ->> 'loginTs' is null
      or to_timestamp((payload ->> 'loginTs')::float8) > now() - make_interval(secs => ${idleS})
      or exists (
        select from identity.artefact renewal
        where renewal.model = 'RefreshToken' and renewal.expires_at > now() and renewal.grant_id in (
          select given.value ->> 'grantId' from jsonb_each(session.payload -> 'authorizations') given)))`
}

/** Deletes expired rows. An ended session's tokens have expired after a day. */
export async function sweepExpired(sql: Sql): Promise<void> {
  await sql`delete from identity.artefact where expires_at < now()`
  await sql`delete from identity.link where expires_at < now()`
  await sql`delete from identity.registration where expires_at < now()`
  await sql`delete from identity.address_change where expires_at < now()`
  await sql`delete from identity.not_me_link where expires_at < now()`
  await sql`delete from identity.sign_in where at < now() - make_interval(days => ${knownDeviceDays})`
  await sql`delete from identity.challenge where expires_at < now()`
  await sql`delete from identity.first_factor where expires_at < now()`
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
