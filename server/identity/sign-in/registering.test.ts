import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/infra/db/database.ts'
import { connectMail } from '#server/infra/mail/mail.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { type IdentityWorld, password, runIdentity, tenantId } from '#tests/kit/identity-world.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { makeRegistration } from './registrations.ts'

let box: PostBox
let world: IdentityWorld

const secret = 'seven green turtles'
const both = { password: secret, repeat: secret }

beforeAll(async () => {
  box = await startPostBox()
  world = await runIdentity({ mail: connectMail(box.url, 'contact@registry.test') })
})
afterAll(async () => {
  await world.stop()
  await box.stop()
})

async function register(
  email: string,
  headers: Record<string, string> = {},
  names = { firstName: 'Juma', lastName: 'Mwangi' },
) {
  const reader = formReader()
  await reader.open(`${world.issuer}/register`, headers)
  return reader.submit({ ...names, email })
}

function linkIn(letter: string): string {
  return /https?:\S+/.exec(letter)?.[0] ?? ''
}

function anEmail(): string {
  return `${newId()}@registry.test`
}

describe('a stranger', () => {
  test('registers by a letter, chooses a password and signs in, in no group yet', async () => {
    const email = anEmail()
    expect((await register(email)).markup).toContain('Check your e-mail')
    const { text, subject } = await box.letterTo(email)
    expect(subject).toBe('Your registration at Blue & Green')
    await expect(world.signIn(email, secret)).rejects.toThrow('401')
    const reader = formReader()
    expect((await reader.open(linkIn(text))).markup).toContain('Welcome, Juma Mwangi')
    expect((await reader.submit(both)).markup).toContain('Your password is saved')
    expect((await world.signIn(email, secret)).accessToken).toBeTruthy()
    expect(await world.directory.findByEmail(tenantId, email)).toMatchObject({ status: 'ACTIVE', groups: [] })
  })

  test.each([
    ['fr', 'Votre inscription à Blue & Green'],
    ['sw', 'Usajili wako kwenye Blue & Green'],
  ])('gets the letter in the language of the page: %s', async (language, subject) => {
    const email = anEmail()
    await register(email, { 'accept-language': language })
    expect((await box.letterTo(email)).subject).toBe(subject)
  })

  test('uses the link once, within a day', async () => {
    const [twice, late] = [anEmail(), anEmail()]
    await register(twice)
    const link = linkIn((await box.letterTo(twice)).text)
    const [first, second] = [formReader(), formReader()]
    await first.open(link)
    await second.open(link)
    const answers = await Promise.all([first.submit(both), second.submit(both)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])

    await register(late)
    const old = linkIn((await box.letterTo(late)).text)
    await world.sql`update identity.registration set expires_at = expires_at - interval '1 day' where email = ${late}`
    expect((await formReader().open(old)).status).toBe(410)
  })

  test('keeps nobody else from the address: who shows first to read its mail has it', async () => {
    const email = anEmail()
    await register(email, {}, { firstName: 'Not', lastName: 'Me' })
    const ownLink = linkIn((await box.letterTo(email)).text)
    const { username } = await world.directory.invite({
      tenantId,
      email,
      firstName: 'Amina',
      lastName: 'Achieng',
      groups: [],
      language: 'en',
    })
    const reader = formReader()
    await reader.open(ownLink)
    expect((await reader.submit(both)).status).toBe(410)
    expect(await world.directory.find(username)).toMatchObject({ status: 'SETUP IN PROGRESS' })
  })

  test.each([
    ['firstName', { firstName: '  ', lastName: 'Mwangi', email: 'a@registry.test' }],
    ['lastName', { firstName: 'Juma', lastName: 'x'.repeat(101), email: 'a@registry.test' }],
    ['firstName', { firstName: 'See www.example.org', lastName: 'Mwangi', email: 'a@registry.test' }],
    ['lastName', { firstName: 'Juma', lastName: '\u202eMwangi', email: 'a@registry.test' }],
    ['email', { firstName: 'Juma', lastName: 'Mwangi', email: 'not an address' }],
  ])('is told what is wrong with %s, and keeps what was typed', async (field, typed) => {
    const reader = formReader()
    await reader.open(`${world.issuer}/register`)
    const { status, markup } = await reader.submit(typed)
    expect(status).toBe(400)
    expect(markup).toContain(`id="${field}-fault"`)
    expect(markup).toContain(`value="${typed.lastName}"`)
  })

  test('has to wait after asking for one address again and again', async () => {
    const email = anEmail()
    await register(email)
    await register(email)
    expect((await register(email)).status).toBe(429)
  })
})

describe('whoever is known', () => {
  test('is informed by mail only, and reads the same page as a stranger', async () => {
    const { email } = await world.addPerson()
    const answer = await register(email)
    expect(answer.markup).toBe((await register(anEmail())).markup)
    const { subject, text } = await box.letterTo(email)
    expect(subject).toBe('You are registered at Blue & Green already')
    expect(linkIn(text)).toBe(`${world.issuer}/forgot`)
    expect((await world.signIn(email, password)).accessToken).toBeTruthy()
  })

  test('and was invited gets the invitation again', async () => {
    const { email } = await world.addPerson({ status: 'invited' })
    await register(email)
    expect((await box.letterTo(email)).subject).toBe('Your invitation to Blue & Green')
  })
})

describe('nobody registers', () => {
  test('where the tenant takes people by invitation', async () => {
    const closed = await runIdentity({ mail: connectMail(box.url, 'contact@registry.test') })
    await closed.sql`update tenant set open_registration = false`
    const reader = formReader()
    expect(await reader.open(`${closed.issuer}/register`)).toMatchObject({
      status: 403,
      markup: expect.stringContaining('Registration by invitation'),
    })
    expect((await reader.submit({ firstName: 'A', lastName: 'B', email: 'closed@registry.test' })).status).toBe(403)
    expect(box.letters.flatMap(({ to }) => to)).not.toContain('closed@registry.test')
    const early = await makeRegistration(closed.sql, {
      tenantId,
      email: anEmail(),
      firstName: 'A',
      lastName: 'B',
      language: 'en',
    })
    expect((await formReader().open(`${closed.issuer}/password?token=${early}`)).status).toBe(403)
    await closed.stop()
  })

  test('where no mail can show whose the address is', async () => {
    const mailless = await runIdentity()
    expect((await formReader().open(`${mailless.issuer}/register`)).status).toBe(403)
    await mailless.stop()
  })
})
