import { randomBytes } from 'node:crypto'
import type { Sql } from '#server/infra/db/database.ts'

/** Of a sign-in under way, or of somebody who is signed in. */
export type Purpose = `sign-in ${string}` | `person ${string}`

const challengeBytes = 32
const lifetimeS = 600

export async function newChallenge(sql: Sql, purpose: Purpose): Promise<string> {
  const challenge = randomBytes(challengeBytes).toString('base64url')
  await sql`
    insert into identity.challenge (challenge, purpose, expires_at)
    values (${challenge}, ${purpose}, now() + make_interval(secs => ${lifetimeS}))`
  return challenge
}

/** Each challenge is answered once, for its purpose. */
export async function takeChallenge(sql: Sql, purpose: Purpose, challenge: string): Promise<boolean> {
  const taken = await sql`
    delete from identity.challenge
    where challenge = ${challenge} and purpose = ${purpose} and expires_at > now()`
  return taken.count === 1
}
