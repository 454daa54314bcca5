import { newId } from '#server/db/database.ts'
import type { Directory, DirectoryUser } from '#server/users/directory.ts'
import { Failure } from '#shared/rules/failure.ts'
import type { Identity } from './identity.ts'
import { makeLink } from './links.ts'
import {
  deletePerson,
  endSessions,
  insertPerson,
  type Person,
  type PersonStatus,
  personById,
  updatePerson,
} from './persons.ts'
import { linkUrl, sendLink } from './send-link.ts'

const statusNames: Record<PersonStatus, DirectoryUser['status']> = {
  invited: 'SETUP IN PROGRESS',
  active: 'ACTIVE',
  suspended: 'SUSPENDED',
}

/** The directory of people who sign in at the embedded provider. */
export function embeddedDirectory(identity: Identity): Directory {
  const { sql } = identity
  return {
    async invite({ email, firstName, lastName, groups, language }) {
      const person: Person = {
        id: newId(),
        email,
        firstName,
        lastName,
        groups: [...groups],
        language,
        status: 'invited',
      }
      if (!(await insertPerson(sql, person, null)))
        throw new Failure('conflict', 'Somebody signs in with this e-mail address already.')
      return { username: person.id, invitationUrl: await invitationOf(identity, person) }
    },
    async resend(username) {
      const person = await existing(username)
      if (person.status !== 'invited') throw new Failure('conflict', 'This person has set up the sign-in already.')
      return { invitationUrl: await invitationOf(identity, person) }
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
    async remove(username) {
      if (!(await deletePerson(sql, username))) throw noSuchPerson()
      await endSessions(sql, username)
    },
    async find(username) {
      const person = await personById(sql, username)
      return person ? { ...withoutId(person), username, status: statusNames[person.status] } : null
    },
  }

  async function existing(username: string): Promise<Person> {
    const person = await personById(sql, username)
    if (!person) throw noSuchPerson()
    return person
  }
}

/** Makes an invitation. Answers its link for the admin to pass on, or null if it went out by mail. */
async function invitationOf(identity: Identity, person: Person): Promise<string | null> {
  const token = await makeLink(identity.sql, person.id, 'invitation')
  return (await sendLink(identity, person, 'invitation', token)) ? null : linkUrl(identity, token)
}

function withoutId({ id: _id, ...facts }: Person) {
  return facts
}

function noSuchPerson(): Failure {
  return new Failure('not_found', 'There is no such user.')
}
