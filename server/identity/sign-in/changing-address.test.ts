import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectMail } from '#server/infra/mail/mail.ts'
import { insertSandboxUser } from '#server/people/users/user-record.store.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { type IdentityWorld, password, runIdentity, tenantId } from '#tests/kit/identity-world.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { makeLink, personOfLink } from './links.ts'

let box: PostBox
let world: IdentityWorld

beforeAll(async () => {
  box = await startPostBox()
  world = await runIdentity({ mail: connectMail(box.url, 'contact@registry.test') })
  await world.sql`insert into account (tenant_id, id, name, kind, status) values (${tenantId}, 'a', 'Amboseli', 'buyer', 'active')`
})
afterAll(() => Promise.all([world.stop(), box.stop()]))
beforeEach(() => world.sql`delete from identity.attempt`)

const anEmail = () => `${crypto.randomUUID()}@registry.test`
const page = () => `${world.issuer}/address/change`
const linkIn = (text: string) => /https?:\S+/.exec(text)?.[0] ?? ''

/** With a record in the registry. */
async function aPerson(role: 'General' | 'AccountAdmin' = 'General') {
  const groups = [...new Set([`${tenantId}|a|General`, `${tenantId}|a|${role}`])]
  const person = await world.addPerson({ groups })
  const { id: username, email, firstName, lastName } = person
  await insertSandboxUser(world.sql, tenantId, { username, accountId: 'a', email, firstName, lastName, groups })
  const { reader } = await world.browser(email)
  expect((await box.letterTo(email)).subject).toBe('A new sign-in to Blue & Green')
  const ask = async (wanted: string, current = password) => {
    await reader.open(page())
    return reader.submit({ email: wanted, current })
  }
  const recorded = async () => {
    const [row] = await world.sql<{ email: string }[]>`select email from app_user where username = ${username}`
    return row?.email
  }
  return { ...person, ask, recorded }
}

describe('changing one’s address', () => {
  test('happens when the letter to the new one is answered; sign-in, record, audit log and admins follow', async () => {
    const [person, admin] = [await aPerson(), await aPerson('AccountAdmin')]
    const reset = await makeLink(world.sql, person.id, 'reset')
    const wanted = `Amina@münchen.example`
    expect(await person.ask(wanted)).toMatchObject({
      status: 200,
      markup: expect.stringContaining('Check your e-mail'),
    })
    const letter = await box.letterTo(wanted)
    // smtp-server decodes Punycode domains.
    expect(letter).toMatchObject({ subject: 'Your new e-mail address for Blue & Green' })
    expect((await box.letterTo(person.email)).subject).toBe('Another e-mail address for Blue & Green')

    const holder = formReader()
    expect((await holder.open(linkIn(letter.text))).markup).toContain(wanted)
    expect([await person.recorded(), (await world.signIn(person.email)).accessToken]).toEqual([
      person.email,
      expect.any(String),
    ])
    expect(await holder.submit({})).toMatchObject({ status: 200, markup: expect.stringContaining('is changed') })
    await expect(world.signIn(person.email)).rejects.toThrow('401')
    expect((await world.signIn('amina@MÜNCHEN.example')).accessToken).toBeTruthy()
    expect(await person.recorded()).toBe('Amina@xn--mnchen-3ya.example')
    expect(await personOfLink(world.sql, reset)).toBeNull()
    const lines =
      await world.sql`select act, actor, before, after from audit_event where subject = ${`user:${person.id}`}`
    expect(lines).toEqual([{ act: 'user.address', actor: person.id, before: null, after: null }])
    const notices = await world.sql`select username, kind, facts from notice where kind = 'user.address'`
    expect(notices).toEqual([{ username: admin.id, kind: 'user.address', facts: { by: 'Ada Okoye' } }])
    expect((await formReader().open(linkIn(letter.text))).status).toBe(410)
  })

  test('is stopped by whoever reads the present address', async () => {
    const person = await aPerson()
    const wanted = anEmail()
    await person.ask(wanted)
    const [toNew, toOld] = [await box.letterTo(wanted), await box.letterTo(person.email)]
    const owner = formReader()
    await owner.open(linkIn(toOld.text))
    expect(await owner.submit({})).toMatchObject({
      status: 200,
      markup: expect.stringContaining('The change is stopped'),
    })
    expect((await formReader().open(linkIn(toNew.text))).status).toBe(410)
    expect(await person.recorded()).toBe(person.email)
  })

  test('answers alike and writes as many letters if the new address is taken', async () => {
    const [person, other] = [await aPerson(), await aPerson()]
    const free = anEmail()
    const unknown = await person.ask(free)
    await Promise.all([box.letterTo(free), box.letterTo(person.email)])
    const known = await person.ask(other.email.toUpperCase())
    expect({ status: known.status, markup: known.markup }).toEqual({ status: unknown.status, markup: unknown.markup })
    const toOther = await box.letterTo(other.email.toUpperCase().replace(/@.*/, '@registry.test'))
    expect(toOther.text).toContain('It is registered there already, and nothing has changed')
    expect(linkIn(toOther.text)).toBe(`${world.issuer}/forgot`)
    expect(linkIn((await box.letterTo(person.email)).text)).toContain('/address/stop?token=')
  })

  test('to one that somebody else has taken meanwhile changes nothing', async () => {
    const person = await aPerson()
    const wanted = anEmail()
    await person.ask(wanted)
    const letter = await box.letterTo(wanted)
    const link = await makeLink(world.sql, person.id, 'reset')
    await world.addPerson({ email: wanted })
    const holder = formReader()
    await holder.open(linkIn(letter.text))
    expect(await holder.submit({})).toMatchObject({
      status: 409,
      markup: expect.stringContaining('This address is taken'),
    })
    expect(await person.recorded()).toBe(person.email)
    expect(await personOfLink(world.sql, link)).toMatchObject({ personId: person.id })
  })

  test.each([
    ['a wrong password', 'new@registry.test', 'not the current one', 401, 'This is not your current password.'],
    ['what is no address', 'new', password, 400, 'This is not an e-mail address.'],
    ['letters that not every mail server takes', 'käthe@registry.test', password, 400, 'only the letters a to z'],
  ])('with %s is refused', async (_what, wanted, current, status, error) => {
    const person = await aPerson()
    expect(await person.ask(wanted, current)).toMatchObject({ status, markup: expect.stringContaining(error) })
    expect(await world.sql`select from identity.address_change where person_id = ${person.id}`).toEqual([])
  })

  test('to the present address is refused', async () => {
    const person = await aPerson()
    expect((await person.ask(person.email.toUpperCase())).markup).toContain('the address that you sign in with already')
  })

  test('has to wait after two letters', async () => {
    const person = await aPerson()
    const statuses = []
    for (const _each of [1, 2, 3]) statuses.push((await person.ask(anEmail())).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('needs somebody who is signed in', async () => {
    expect((await formReader().open(page())).status).toBe(401)
    expect((await formReader().post(page(), { email: anEmail(), current: password })).status).toBe(401)
  })

  test('works for a day, and for a person who is not suspended meanwhile', async () => {
    const person = await aPerson()
    const wanted = anEmail()
    await person.ask(wanted)
    const url = linkIn((await box.letterTo(wanted)).text)
    const openedAfter = async (time: string) => {
      await world.sql`update identity.address_change set expires_at = expires_at - ${time}::interval where person_id = ${person.id}`
      return (await formReader().open(url)).status
    }
    expect(await openedAfter('23 hours 59 minutes')).toBe(200)
    await world.sql`update identity.person set status = 'suspended' where id = ${person.id}`
    expect(await openedAfter('0')).toBe(410)
    await world.sql`update identity.person set status = 'active' where id = ${person.id}`
    expect(await openedAfter('1 minute')).toBe(410)
  })
})
