import type { Sql } from '#server/infra/db/database.ts'
import { type Counter, countAttempt, forgiveAttempt, nameIn } from './attempts.ts'
import { isPassword } from './passwords.ts'
import { credentialsOf, type Person } from './persons.ts'

type Parts = { sql: Sql; log: { warn(facts: object, message: string): void } }
type Attempt = { tenantId: string; email: string; password: string; address: string }
type Judged = { person: Person; waitS?: never } | { person?: never; waitS: number }

/**
 * Returns the person, or the seconds to wait, 0 for wrong credentials. Counts attempts by name and network address.
 * Suspended and invited people look like wrong passwords.
 */
export async function judge({ sql, log }: Parts, { tenantId, email, password, address }: Attempt): Promise<Judged> {
  const counters: Counter[] = [
    { kind: 'person', name: nameIn(tenantId, email) },
    { kind: 'address', name: address },
  ]
  for (const counter of counters) {
    const waitS = await countAttempt(sql, counter)
    if (waitS > 0) {
      log.warn({ by: counter.kind, waitS }, 'sign-in has to wait')
      return { waitS }
    }
  }
  const found = await credentialsOf(sql, tenantId, email)
  const isRight = await isPassword(password, found?.passwordHash ?? null, address)
  if (!found || !isRight || found.status !== 'active') {
    log.warn({ person: found?.id ?? null }, 'sign-in refused')
    return { waitS: 0 }
  }
  for (const counter of counters) await forgiveAttempt(sql, counter)
  return { person: found }
}
