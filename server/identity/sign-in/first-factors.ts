import type { Sql } from '#server/infra/db/database.ts'
import { type Person, personById } from '../passwords/persons.ts'

/** Time to find the phone. */
const lifetimeS = 600

/** `signIn` is the interaction's uid. */
export async function storeFirstFactor(sql: Sql, signIn: string, personId: string): Promise<void> {
  await sql`
    insert into identity.first_factor (sign_in, person_id, expires_at)
    values (${signIn}, ${personId}, now() + make_interval(secs => ${lifetimeS}))
    on conflict (sign_in) do update set person_id = excluded.person_id, expires_at = excluded.expires_at`
}

/** The person whose first factor was right, still active, or null. */
export async function firstFactorOf(sql: Sql, signIn: string): Promise<Person | null> {
  const [row] = await sql<{ personId: string }[]>`
    select person_id as "personId" from identity.first_factor where sign_in = ${signIn} and expires_at > now()`
  const person = row ? await personById(sql, row.personId) : null
  return person?.status === 'active' ? person : null
}

export async function forgetFirstFactor(sql: Sql, signIn: string): Promise<void> {
  await sql`delete from identity.first_factor where sign_in = ${signIn}`
}
