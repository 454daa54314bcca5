import { inTransaction, newId, type Sql } from '#server/infra/db/database.ts'
import { newLinkToken } from '#server/infra/link-token.ts'
import type { Directory, DirectoryUser } from '#server/people/users/directory.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { paths } from '#shared/rules/paths.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { removeAllFactors } from '../factors/factors.ts'
import { countAttempt, nameIn } from '../passwords/attempts.ts'
import {
  credentialsOf,
  deletePerson,
  insertPerson,
  type Person,
  type PersonStatus,
  personById,
  updatePerson,
} from '../passwords/persons.ts'
import type { Identity } from '../protocol/identity.ts'
import { endSessions } from '../protocol/sessions.ts'
import { makeLink } from './links.ts'
import { linkUrl, sendFactorLetter, sendLink } from './send-link.ts'

const statusNames: Record<PersonStatus, DirectoryUser['status']> = {
  invited: 'SETUP IN PROGRESS',
  active: 'ACTIVE',
  suspended: 'SUSPENDED',
  blocked: 'ACTIVE',
}

/** Commands use the directory without a running provider. */
type DirectoryParts = Pick<Identity, 'sql' | 'sites' | 'mail' | 'log'>

export function embeddedDirectory(identity: DirectoryParts): Directory {
  const { sql } = identity
  return {
    isElsewhere: false,
    async invite({ groups, ...facts }) {
      const person: Person = { ...facts, id: newId(), groups: [...groups], status: 'invited' }
      const token = await inTransaction(sql, async (tx) => {
        if (!(await insertPerson(tx, person, null)))
          throw new Failure(
            'email_taken',
            'Somebody signs in with this e-mail address already.',
            because('people.emailSignsIn'),
          )
        return invitationTo(tx, person)
      })
      return { username: person.id, invitationUrl: await passOn(person, token) }
    },
    inviteKnown,
    async resend(username) {
      const person = await existing(username)
      if (person.status !== 'invited')
        throw new Failure('conflict', 'This person has set up the sign-in already.', because('people.setUp'))
      return { invitationUrl: await passOn(person, await invitationTo(sql, person)) }
    },
    async setGroups(username, groups) {
      if (!(await updatePerson(sql, username, { groups: [...groups] }))) throw noSuchPerson()
    },
    async setNames(username, { firstName, lastName }) {
      if (!(await updatePerson(sql, username, { firstName, lastName }))) throw noSuchPerson()
    },
    async suspend(username) {
      await existing(username)
      await updatePerson(sql, username, { status: 'suspended' })
      await endSessions(sql, username)
    },
    async resume(username) {
      await sql`
        update identity.person set status = case when password_hash is null then 'invited' else 'active' end
        where id = ${username} and status = 'suspended'`
      await existing(username)
    },
    async endSessions(username) {
      await existing(username)
      return endSessions(sql, username)
    },
    async remove(username) {
      if (!(await deletePerson(sql, username))) throw noSuchPerson()
      await endSessions(sql, username)
    },
    async resetFactors(username) {
      const person = await existing(username)
      const isReset = await inTransaction(sql, (tx) => removeAllFactors(tx, username))
      if (isReset) await sendFactorLetter(identity, await identity.sites.of(person.tenantId), person, 'reset')
      return isReset
    },
    async find(username) {
      const person = await personById(sql, username)
      return person && userOf(person)
    },
    async findByEmail(tenantId, email) {
      const person = await credentialsOf(sql, tenantId, email)
      return person && userOf(person)
    },
  }

  async function inviteKnown(
    { tenantId, email, language }: Pick<Person, 'tenantId' | 'email' | 'language'>,
    account: string,
  ): Promise<{ invitationUrl: string | null }> {
    if (identity.mail) await countLetter(sql, { tenantId, email })
    const [site, known] = await Promise.all([identity.sites.of(tenantId), credentialsOf(sql, tenantId, email)])
    const receiver = { email, language: known?.language ?? language }
    const url = `${site.origin}${paths.profile}`
    if (!identity.mail) return { invitationUrl: url }
    const isSent = await sendLink(identity, site, receiver, 'asked', { account, url })
    return { invitationUrl: isSent ? null : linkUrl(site, newLinkToken()) }
  }

  async function existing(username: string): Promise<Person> {
    const person = await personById(sql, username)
    if (!person) throw noSuchPerson()
    return person
  }

  /** Returns the token. Fails with `too_many_requests`. */
  async function invitationTo(tx: Sql, person: Person): Promise<string> {
    if (identity.mail) await countLetter(tx, person)
    return makeLink(tx, person.id, 'invitation')
  }

  /** Mails the link and returns null, or returns the link if mail fails. */
  async function passOn(person: Person, token: string): Promise<string | null> {
    const site = await identity.sites.of(person.tenantId)
    const url = linkUrl(site, token)
    return (await sendLink(identity, site, person, 'invitation', { url })) ? null : url
  }
}

async function countLetter(sql: Sql, { tenantId, email }: Pick<Person, 'tenantId' | 'email'>): Promise<void> {
  const waitS = await countAttempt(sql, { kind: 'letter', name: nameIn(tenantId, email) })
  if (waitS === 0) return
  const wait = waitS < 120 ? `${waitS} seconds` : `${Math.ceil(waitS / 60)} minutes`
  throw new Failure(
    'too_many_requests',
    `${shownEmail(email)} has just been sent a letter. Try again in ${wait}.`,
    because('people.justSent', { email: shownEmail(email), waitMs: Math.ceil(waitS / 60) * 60_000 }),
  )
}

function userOf({ id: username, status, email, firstName, lastName, language, groups }: Person): DirectoryUser {
  return { username, email, firstName, lastName, language, groups, status: statusNames[status] }
}

function noSuchPerson(): Failure {
  return new Failure('not_found', 'There is no such user.', because('noSuch.user'))
}
