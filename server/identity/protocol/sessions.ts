import { newId, type Sql } from '#server/infra/db/database.ts'
import { hashOfToken } from '#server/infra/link-token.ts'
import { isOpenSession, knownDeviceDays } from './artefacts.ts'

/** What a device says of itself, and its network address; empty if unknown. */
export type Device = { browser: string; system: string; address: string }

export type OpenSession = Partial<Device> & {
  /** Names the session in forms; only its own person can use it. */
  uid: string
  signedInAt: Date
  /** The latest renewal of its tokens, which the app makes every quarter of an hour. */
  usedAt: Date
}

const maxSessions = 100

/** Returns a person's open sessions, the latest used first. */
export async function sessionsOf(sql: Sql, personId: string, idleS: number): Promise<OpenSession[]> {
  return sql<OpenSession[]>`
    select uid, since.at as "signedInAt", greatest(since.at, (
        select to_timestamp(max((renewal.payload ->> 'iat')::float8)) from identity.artefact renewal
        where renewal.model = 'RefreshToken' and renewal.grant_id in (${grantsOf(sql)})
      )) as "usedAt", device.browser, device.system, device.address
    from identity.artefact session
    cross join lateral (select to_timestamp((payload ->> 'loginTs')::float8) as at) since
    left join lateral (
      select browser, system, address from identity.sign_in
      where session_uid = session.uid and person_id = session.person_id order by at desc limit 1) device on true
    where model = 'Session' and person_id = ${personId} and expires_at > now() and ${isOpenSession(sql, idleS)}
    order by "usedAt" desc limit ${maxSessions}`
}

/** Ends one session of the person, and with it its tokens. Returns false if there is none. */
export async function endSession(sql: Sql, personId: string, uid: string): Promise<boolean> {
  const ended = await sql`
    with session as (
      update identity.artefact set consumed_at = now()
      where model = 'Session' and person_id = ${personId} and uid = ${uid} and consumed_at is null returning payload
    ), gone as (
      delete from identity.artefact
      where person_id = ${personId} and model <> 'Session' and coalesce(grant_id, id) in (
        select granted from session, lateral (${grantsOf(sql)}) given(granted))
    )
    select from session`
  return ended.length > 0
}

/**
 * Ends the person's sessions, but for `kept`, and with them their tokens. Returns how many had not ended. Ended sessions
 * stay as rows, because the provider may be about to write them again.
 */
export async function endSessions(sql: Sql, personId: string, kept: string | null = null): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    with ended as (
      update identity.artefact set consumed_at = now()
      where model = 'Session' and person_id = ${personId} and uid is distinct from ${kept} and consumed_at is null
      returning expires_at
    ), gone as (
      delete from identity.artefact
      where person_id = ${personId} and model <> 'Session' and coalesce(grant_id, id) not in (
        select granted from identity.artefact session, lateral (${grantsOf(sql)}) given(granted)
        where model = 'Session' and person_id = ${personId} and uid = ${kept} and granted is not null)
    )
    select count(*)::int as count from ended where expires_at > now()`
  return row?.count ?? 0
}

/** Of `session`, a row of `identity.artefact`. */
function grantsOf(sql: Sql) {
  return sql`select value ->> 'grantId' from jsonb_each(session.payload -> 'authorizations')`
}

/** Records a sign-in on the device with this cookie. `isKnown`: the person used the device in the last 90 days. */
export async function recordSignIn(
  sql: Sql,
  personId: string,
  deviceToken: string,
  { browser, system, address }: Device,
): Promise<{ id: string; isKnown: boolean }> {
  const [id, hash] = [newId(), hashOfToken(deviceToken)]
  const [row] = await sql<{ isKnown: boolean }[]>`
    with before as (
      select from identity.sign_in where person_id = ${personId} and device_hash = ${hash}
        and at > now() - make_interval(days => ${knownDeviceDays}) limit 1
    )
    insert into identity.sign_in (id, person_id, device_hash, browser, system, address)
    values (${id}, ${personId}, ${hash}, ${browser}, ${system}, ${address})
    returning exists (select from before) as "isKnown"`
  return { id, isKnown: row?.isKnown ?? false }
}

export async function nameSession(sql: Sql, signInId: string, uid: string): Promise<void> {
  await sql`update identity.sign_in set session_uid = ${uid} where id = ${signInId}`
}
