import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renew } from '#sandbox/sign-in.ts'
import { connectMail, type Mail } from '#server/infra/mail/mail.ts'
import { asOperator } from '#server/people/tenants/administering.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { clientId, type IdentityWorld, runIdentity, tenantId } from '#tests/kit/identity-world.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { identitySites } from '../protocol/sites.ts'
import { linkFor } from './operator-link.ts'

let box: PostBox
let mail: Mail
let mailing: IdentityWorld
let mailless: IdentityWorld

const secret = 'seven green turtles'
const both = { password: secret, repeat: secret }

beforeAll(async () => {
  box = await startPostBox()
  mail = connectMail(box.url, 'contact@registry.test')
  ;[mailing, mailless] = await Promise.all([runIdentity({ mail }), runIdentity()])
})
afterAll(async () => {
  await Promise.all([mailing.stop(), mailless.stop(), box.stop()])
})

function invite(world: IdentityWorld, email: string, language: 'en' | 'fr' | 'sw' = 'en') {
  return world.directory.invite({
    tenantId,
    email,
    firstName: 'Amina',
    lastName: 'Achieng',
    groups: ['t|a|General'],
    language,
  })
}

describe('an invitation', () => {
  test('without mail is a link for the admin to pass on; its holder chooses a password and signs in', async () => {
    const { username, invitationUrl } = await invite(mailless, 'amina@registry.test')
    expect(await mailless.directory.find(username)).toMatchObject({ username, status: 'SETUP IN PROGRESS' })
    const reader = formReader()
    expect((await reader.open(String(invitationUrl))).markup).toContain('Welcome, Amina Achieng')
    expect((await reader.submit(both)).markup).toContain('Your password is saved')
    expect(await mailless.directory.find(username)).toMatchObject({ status: 'ACTIVE', groups: ['t|a|General'] })
    expect((await mailless.signIn('amina@registry.test', secret)).accessToken).toBeTruthy()
  })

  test.each([
    ['en', 'Your invitation to Blue & Green'],
    ['fr', 'Votre invitation à Blue & Green'],
    ['sw', 'Mwaliko wako kwenye Blue & Green'],
  ] as const)('goes out by mail in the receiver’s language: %s', async (language, subject) => {
    const email = `${language}@registry.test`
    expect((await invite(mailing, email, language)).invitationUrl).toBeNull()
    const letter = await box.letterTo(email)
    expect(letter).toMatchObject({ subject, replyTo: mailing.config.REGISTRY_CONTACT_EMAIL })
    const page = await formReader().open(linkIn(letter.text))
    expect(page.markup).toContain(`<html lang="${language}"`)
  })

  test('works once', async () => {
    const { invitationUrl } = await invite(mailless, 'once@registry.test')
    const [first, second] = [formReader(), formReader()]
    await first.open(String(invitationUrl))
    await second.open(String(invitationUrl))
    const answers = await Promise.all([first.submit(both), second.submit(both)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await formReader().open(String(invitationUrl))).status).toBe(410)
  })

  test('works for seven days', async () => {
    const { username, invitationUrl } = await invite(mailless, 'late@registry.test')
    await mailless.sql`update identity.link set expires_at = expires_at - interval '6 days 23 hours' where person_id = ${username}`
    expect((await formReader().open(String(invitationUrl))).status).toBe(200)
    await mailless.sql`update identity.link set expires_at = expires_at - interval '1 hour' where person_id = ${username}`
    expect((await formReader().open(String(invitationUrl))).status).toBe(410)
  })

  test('sent again makes the earlier link void', async () => {
    const { username, invitationUrl } = await invite(mailless, 'again@registry.test')
    const again = await mailless.directory.resend(username)
    expect((await formReader().open(String(invitationUrl))).status).toBe(410)
    expect((await formReader().open(String(again.invitationUrl))).status).toBe(200)
  })

  test('is not mailed over and over, nor by removing and inviting anew', async () => {
    const email = 'often@registry.test'
    const { username } = await invite(mailing, email)
    await mailing.directory.resend(username)
    const refusal = { code: 'too_many_requests', message: expect.stringMatching(/Try again in (60|59) seconds/) }
    await expect(mailing.directory.resend(username)).rejects.toMatchObject(refusal)
    await mailing.directory.remove(username)
    await expect(invite(mailing, email.toUpperCase())).rejects.toMatchObject(refusal)
    expect(await mailing.directory.findByEmail(tenantId, email)).toBeNull()
    expect((await requestReset(mailing, email)).status).toBe(429)
    expect(box.letters.filter(({ to }) => to.includes(email))).toHaveLength(2)
    await mailing.sql`update identity.attempt set blocked_until = now()`
    expect((await invite(mailing, email)).invitationUrl).toBeNull()
  })

  test('that no letter carries may be made as often as the admin likes', async () => {
    const { username } = await invite(mailless, 'by-hand@registry.test')
    for (let n = 0; n < 4; n++) expect((await mailless.directory.resend(username)).invitationUrl).toBeTruthy()
  })

  test('is stored as a hash only', async () => {
    const { username, invitationUrl } = await invite(mailless, 'hash@registry.test')
    const token = new URL(String(invitationUrl)).searchParams.get('token')
    const [row] =
      await mailless.sql`select encode(token_hash, 'escape') || row_to_json(link)::text as all from identity.link where person_id = ${username}`
    expect(row?.all).not.toContain(token)
  })

  test('is not made twice for one address, and again after its owner was removed', async () => {
    const { username } = await invite(mailless, 'twice@registry.test')
    await expect(invite(mailless, 'Twice@Registry.Test')).rejects.toMatchObject({ code: 'email_taken' })
    await mailless.directory.remove(username)
    expect((await invite(mailless, 'twice@registry.test')).username).not.toBe(username)
  })

  test('is not sent again to who has set up the sign-in', async () => {
    const person = await mailless.addPerson()
    await expect(mailless.directory.resend(person.id)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('goes to the admin when the mail server refuses', async () => {
    const refusing = await startPostBox({ refuses: true })
    const broken = connectMail(refusing.url, 'contact@registry.test')
    const world = await runIdentity({ mail: broken })
    expect((await invite(world, 'refused@registry.test')).invitationUrl).toMatch(/\/identity\/password\?token=/)
    await Promise.all([world.stop(), refusing.stop()])
  })
})

describe('a reset', () => {
  test('by mail sets a new password, signs out everywhere and makes the old password void', async () => {
    const person = await mailing.addPerson({ language: 'fr' })
    const before = await mailing.signIn(person.email)
    expect((await requestReset(mailing, person.email)).markup).toContain('Check your e-mail')
    const letter = await box.letterTo(person.email)
    expect(letter.subject).toBe('Un nouveau mot de passe pour Blue & Green')
    const reader = formReader()
    await reader.open(linkIn(letter.text))
    expect((await reader.submit(both)).status).toBe(200)
    await expect(renew(mailing.baseUrl, before.refreshToken, { authority: mailing.issuer, clientId })).rejects.toThrow(
      'invalid_grant',
    )
    await expect(mailing.signIn(person.email)).rejects.toThrow('401')
    expect((await mailing.signIn(person.email, secret)).accessToken).toBeTruthy()
  })

  test('works for an hour', async () => {
    const person = await mailing.addPerson()
    await requestReset(mailing, person.email)
    const url = linkIn((await box.letterTo(person.email)).text)
    await mailing.sql`update identity.link set expires_at = expires_at - interval '59 minutes' where person_id = ${person.id}`
    expect((await formReader().open(url)).status).toBe(200)
    await mailing.sql`update identity.link set expires_at = expires_at - interval '1 minute' where person_id = ${person.id}`
    expect((await formReader().open(url)).status).toBe(410)
  })

  test('answers the same whether somebody has the address or not', async () => {
    const person = await mailing.addPerson()
    const known = await requestReset(mailing, person.email)
    const unknown = await requestReset(mailing, 'nobody@registry.test')
    expect([unknown.status, unknown.markup]).toEqual([known.status, known.markup])
  })

  test('is not mailed over and over, nor to who is suspended', async () => {
    const person = await mailing.addPerson()
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await requestReset(mailing, person.email)).status)
    expect(statuses).toEqual([200, 200, 429, 429])
    const suspended = await mailing.addPerson({ status: 'suspended' })
    expect((await requestReset(mailing, suspended.email)).status).toBe(200)
    await box.letterTo(person.email)
    expect(box.letters.filter(({ to }) => to.includes(suspended.email))).toEqual([])
  })

  test('by the operator leads its holder to a new password, and leaves who is suspended out', async () => {
    const person = await mailless.addPerson()
    const deps = { sql: mailless.sql, sites: identitySites({ sql: mailless.sql, config: mailless.config }) }
    const { url } = await linkFor(deps, tenantId, person.email.toUpperCase(), asOperator('root', tenantId))
    const reader = formReader()
    expect((await reader.open(url)).markup).toContain('Choose a new password')
    expect((await reader.submit(both)).status).toBe(200)
    expect((await mailless.signIn(person.email, secret)).accessToken).toBeTruthy()
    const [line] = await mailless.sql`select act, subject from audit_event where subject = ${`user:${person.id}`}`
    expect(line).toEqual({ act: 'user.reset', subject: `user:${person.id}` })
    await mailless.directory.suspend(person.id)
    await expect(linkFor(deps, tenantId, person.email, asOperator('root', tenantId))).rejects.toThrow(/is suspended/)
  })

  test('without mail names the person to contact', async () => {
    expect((await formReader().open(`${mailless.issuer}/forgot`)).markup).toContain('Ask your administrator')
  })
})

describe('a new password', () => {
  test.each([
    ['is too short', { password: 'short', repeat: 'short' }, 'Use at least 12 characters.'],
    ['is too long', { password: 'x'.repeat(129), repeat: 'x'.repeat(129) }, 'Use at most 128 characters.'],
    ['is the name', { password: 'Amina Achieng', repeat: 'Amina Achieng' }, 'Do not use your name'],
    ['is a common one', { password: 'football1234', repeat: 'football1234' }, 'This password is easy to guess'],
    ['is not repeated', { password: secret, repeat: `${secret}.` }, 'The two passwords are not the same.'],
  ])('that %s is refused and the link still works', async (name, fields, fault) => {
    const { invitationUrl } = await invite(mailless, `${name.replaceAll(' ', '-')}@registry.test`)
    const reader = formReader()
    await reader.open(String(invitationUrl))
    const refused = await reader.submit(fields)
    expect(refused.status).toBe(400)
    expect(refused.markup).toContain(fault)
    expect((await reader.submit(both)).status).toBe(200)
  })

  test('may be in any script, however its letters are composed', async () => {
    const { invitationUrl } = await invite(mailless, 'script@registry.test')
    const reader = formReader()
    await reader.open(String(invitationUrl))
    const composed = 'Köln, 東京 и Nyeri'.normalize('NFC')
    expect((await reader.submit({ password: composed, repeat: composed })).status).toBe(200)
    expect((await mailless.signIn('script@registry.test', composed.normalize('NFD'))).accessToken).toBeTruthy()
  })
})

async function requestReset(world: IdentityWorld, email: string) {
  // Resets the counter of this network address.
  await world.sql`delete from identity.attempt where key like 'address:%'`
  const reader = formReader()
  await reader.open(`${world.issuer}/forgot`)
  return reader.submit({ email })
}

function linkIn(text: string): string {
  return /https?:\S+/.exec(text)?.[0] ?? ''
}
