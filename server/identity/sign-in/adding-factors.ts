import { type Database, inTransaction, type Sql } from '#server/infra/db/database.ts'
import { auditOwn } from '#server/people/users/own-sign-in.ts'
import { line } from '#shared/contract/fields.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Purpose } from '../factors/challenges.ts'
import { addApp, factorsOf, newRecoveryCodes } from '../factors/factors.ts'
import { secretIn } from '../factors/one-time-codes.ts'
import { addPasskey } from '../factors/passkeys.ts'
import type { Form, Visit } from '../pages/visit.ts'
import type { Person } from '../passwords/persons.ts'
import { keyMethods } from '../protocol/assurance.ts'
import { endSessions } from '../protocol/sessions.ts'
import { ownActorOf } from './own-actor.ts'
import type { Session } from './session.ts'

const passkeyName = line(limits.name, 1)

/** `methods` as in `amr`. */
type Added = { kind: 'app' | 'passkey'; methods: string[]; codes: string[] | null; fault?: never }
type Refused = { fault: 'app' | 'name' | 'passkey' }

/**
 * The form has `secret` and `typed`, or `name` and `credential`. The first factor ends the person's other sessions, which
 * had none, and comes with recovery codes; later ones leave those that are left (null).
 */
export async function addFactor(
  sql: Database,
  visit: Pick<Visit, 'request' | 'site'>,
  { person, session, purpose }: { person: Person; session: Session | null; purpose: Purpose },
  form: Form,
): Promise<Added | Refused> {
  const kind = form.secret === undefined ? 'passkey' : 'app'
  const named = passkeyName.safeParse(form.name)
  if (kind === 'passkey' && !named.success) return { fault: 'name' }
  const { data: name = '' } = named
  return inTransaction(sql, async (tx) => {
    const { hasAny, recoveryCodes } = await factorsOf(tx, person.id)
    const methods =
      kind === 'app'
        ? await appMethods(tx, person.id, form)
        : await passkeyMethods(tx, visit.site, purpose, {
            personId: person.id,
            name,
            credential: form.credential ?? '',
          })
    if (!methods) return { fault: kind }
    await auditOwn(tx, ownActorOf(visit, person.id), 'user.factors')
    if (!hasAny) await endSessions(tx, person.id, session?.uid)
    return { kind, methods, codes: recoveryCodes > 0 ? null : await newRecoveryCodes(tx, person.id) }
  })
}

async function appMethods(tx: Sql, personId: string, { secret: typedSecret = '', typed = '' }: Form) {
  const secret = secretIn(typedSecret)
  return secret && (await addApp(tx, personId, secret, typed)) ? ['otp'] : null
}

async function passkeyMethods(...given: Parameters<typeof addPasskey>) {
  const added = await addPasskey(...given)
  return added && keyMethods(added)
}
