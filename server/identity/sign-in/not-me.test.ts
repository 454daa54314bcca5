import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectMail } from '#server/infra/mail/mail.ts'
import { insertSandboxUser } from '#server/people/users/user-record.store.ts'
import { languages } from '#shared/rules/languages.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { type IdentityWorld, password, runIdentity, tenantId } from '#tests/kit/identity-world.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'

let box: PostBox
let world: IdentityWorld

beforeAll(async () => {
  box = await startPostBox()
  world = await runIdentity({ mail: connectMail(box.url, 'contact@registry.test') })
})
afterAll(() => Promise.all([world.stop(), box.stop()]))
beforeEach(() => world.sql`delete from identity.attempt`)

const secret = 'seven green turtles'
const linkIn = (text: string) => new URL(/https?:\S+/.exec(text)?.[0] ?? '')

/** Signed in with a device that an e-mail told of. */
async function aPerson(role?: 'TenantAdmin') {
  const groups = role ? [`${tenantId}|${role}`] : []
  const person = await world.addPerson({ groups })
  const { id: username, email, firstName, lastName } = person
  await insertSandboxUser(world.sql, tenantId, { username, accountId: null, email, firstName, lastName, groups })
  const browser = await world.browser(email)
  const letter = await box.letterTo(email)
  const changePassword = async () => {
    await browser.reader.open(`${world.issuer}/password/change`)
    await browser.reader.submit({ current: password, password: secret, repeat: secret })
  }
  /** Returns the e-mail to the former address. */
  const changeAddress = async (wanted: string) => {
    await browser.reader.open(`${world.issuer}/address/change`)
    await browser.reader.submit({ email: wanted, current: password })
    const confirming = formReader()
    await confirming.open(linkIn((await box.letterTo(wanted)).text).href)
    await box.letterTo(email)
    await confirming.submit({})
    return box.letterTo(email)
  }
  return { ...person, browser, letter, changePassword, changeAddress }
}

/** Presses the button behind the link. */
async function press(letter: { text: string }) {
  const url = linkIn(letter.text)
  const reader = formReader()
  await reader.open(url.origin + url.pathname)
  return reader.submit({ token: url.hash.slice(1) })
}

describe('an e-mail', () => {
  test('tells of a device that is new, once, with the device in words', async () => {
    const { email, browser, letter } = await aPerson()
    expect(letter.subject).toBe('A new sign-in to Blue & Green')
    expect(letter.text).toMatch(/in the last 90 days: Unknown browser, network address 127\.0\.0\.1, \d+ \w+ \d{4}, /)
    await browser.reader.open(`${world.issuer}/session/end`)
    await browser.reader.submit({})
    await browser.signInAgain()
    expect(box.letters.filter(({ to }) => to.includes(email))).toEqual([])
    await world.browser(email)
    expect((await box.letterTo(email)).subject).toBe(letter.subject)
    await world.sql`update identity.sign_in set at = at - interval '91 days'`
    await browser.reader.open(`${world.issuer}/session/end`)
    await browser.reader.submit({})
    await browser.signInAgain()
    expect((await box.letterTo(email)).subject).toBe(letter.subject)
  })

  test('tells of a changed password, and after a change of address goes to the former one', async () => {
    const person = await aPerson()
    await person.changePassword()
    expect((await box.letterTo(person.email)).subject).toBe('Your password for Blue & Green is changed')
    const other = await aPerson()
    const { subject } = await other.changeAddress('thief@registry.test')
    expect(subject).toBe('Your e-mail address for Blue & Green is changed')
    const [line] = await world.sql`select act from audit_event where subject = ${`user:${person.id}`}`
    expect(line).toEqual({ act: 'user.password' })
  })
})

describe('“this was not me”', () => {
  test('keeps only the token’s hash, has the token in the fragment and acts on no GET', async () => {
    const { id, browser, letter } = await aPerson()
    const url = linkIn(letter.text)
    const token = url.hash.slice(1)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const [row] = await world.sql<{ days: number; hash: Buffer }[]>`
      select extract(epoch from expires_at - now())::float8 / 86400 as days, token_hash as hash
      from identity.not_me_link where person_id = ${id}`
    expect(row!.days).toBeCloseTo(30, 1)
    expect(row!.hash.toString('base64url')).not.toBe(token)
    for (const lang of languages) {
      const { markup, headers } = await formReader().open(`${url.origin}${url.pathname}?lang=${lang}&token=${token}`)
      expect(markup.match(/<button/g)).toHaveLength(1)
      expect(headers.get('content-security-policy')?.match(/script-src '[^']+'/g)).toEqual([
        expect.stringContaining("'sha256-"),
      ])
    }
    expect(
      (await formReader().post(url.origin + url.pathname, { token }, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    expect(await browser.isSignedIn()).toBe(true)
  })

  test('ends all sessions, blocks the password until a link sets a new one, and tells the registry’s admins', async () => {
    const [person, admin] = [await aPerson(), await aPerson('TenantAdmin')]
    await person.changePassword()
    const told = await box.letterTo(person.email)
    expect(await press(told)).toMatchObject({ status: 200, markup: expect.stringContaining('The password is blocked') })
    expect(await person.browser.isSignedIn()).toBe(false)
    const { sid } = JSON.parse(Buffer.from(person.browser.accessToken.split('.')[1] ?? '', 'base64url').toString())
    expect(await world.sql`select from identity.ended_session where grant_id = ${sid}`).toHaveLength(1)
    for (const known of [password, secret]) await expect(world.signIn(person.email, known)).rejects.toThrow('401')
    const notices = await world.sql`select username, facts from notice where kind = 'user.notMe'`
    expect(notices).toEqual([{ username: admin.id, facts: { by: 'Ada Okoye' } }])
    const acts = await world.sql`select act from audit_event where subject = ${`user:${person.id}`} order by sequence`
    expect(acts.map(({ act }) => act)).toEqual(['user.password', 'user.notMe'])

    expect((await press(told)).status).toBe(410)
    const owner = formReader()
    await owner.open(linkIn((await box.letterTo(person.email)).text).href)
    expect((await owner.submit({ password: 'nine blue whales sing', repeat: 'nine blue whales sing' })).status).toBe(
      200,
    )
    expect((await world.signIn(person.email, 'nine blue whales sing')).accessToken).toBeTruthy()
  })

  test('stops the person’s account, and removes factors that a thief may have added', async () => {
    const { id, letter } = await aPerson()
    await world.sql`
      insert into account (tenant_id, id, name, kind, status) values (${tenantId}, ${id}, 'Lake Bakery', 'buyer', 'active')`
    await world.sql`update app_user set account_id = ${id}, groups = ${[`${tenantId}|${id}|General`]} where tenant_id = ${tenantId} and username = ${id}`
    await world.sql`insert into identity.authenticator (person_id, secret, last_step) values (${id}, ${Buffer.alloc(20)}, 0)`
    expect((await press(letter)).status).toBe(200)
    const [account] = await world.sql`
      select stopped_at is not null as stopped, stopped_by as by from account where tenant_id = ${tenantId} and id = ${id}`
    expect(account).toEqual({ stopped: true, by: id })
    expect(await world.sql`select from identity.authenticator where person_id = ${id}`).toHaveLength(0)
  })

  test('brings back the former address, to which the new link goes', async () => {
    const person = await aPerson()
    const toFormer = await person.changeAddress('thief.2@registry.test')
    expect((await world.signIn('thief.2@registry.test')).accessToken).toBeTruthy()
    await press(toFormer)
    expect((await box.letterTo(person.email)).text).toContain('/password?token=')
    const [row] = await world.sql`
      select p.email, p.status, u.email as recorded from identity.person p join app_user u on u.username = p.id where p.id = ${person.id}`
    expect(row).toEqual({ email: person.email, status: 'blocked', recorded: person.email })
    for (const email of [person.email, 'thief.2@registry.test'])
      await expect(world.signIn(email)).rejects.toThrow('401')
  })

  test('leaves to the admins whoever’s former address is somebody else’s by now', async () => {
    const person = await aPerson()
    const toFormer = await person.changeAddress('thief.3@registry.test')
    await world.addPerson({ email: person.email })
    expect((await press(toFormer)).markup).toContain('has to let you in again')
    await expect(world.signIn('thief.3@registry.test')).rejects.toThrow('401')
    const [row] = await world.sql`select status, password_hash from identity.person where id = ${person.id}`
    expect(row).toEqual({ status: 'suspended', password_hash: null })
  })
})
