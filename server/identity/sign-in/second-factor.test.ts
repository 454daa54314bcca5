import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renew } from '#sandbox/sign-in.ts'
import { connectMail } from '#server/infra/mail/mail.ts'
import { languages } from '#shared/rules/languages.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { clientId, type IdentityWorld, password, runIdentity } from '#tests/kit/identity-world.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import {
  afterPassword,
  assuranceIn,
  hiddenIn,
  openSignIn,
  recoveryCodesIn,
  setUpApp,
  shownCode,
  tokensOf,
} from '#tests/kit/sign-in-steps.ts'
import { codeOf } from '../factors/one-time-codes.ts'

let box: PostBox
let world: IdentityWorld

beforeAll(async () => {
  box = await startPostBox()
  world = await runIdentity({ mail: connectMail(box.url, 'contact@registry.test') })
})
afterAll(async () => {
  await world.stop()
  await box.stop()
})
beforeEach(() => world.sql`delete from identity.attempt`)

const strong = { acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] }

async function somebodyWithApp() {
  const person = await world.addPerson()
  const { reader } = await world.browser(person.email)
  return { person, reader, ...(await setUpApp(world, reader)) }
}

test('codes are those of RFC 6238, appendix B', () => {
  const secret = Buffer.from('12345678901234567890')
  const steps = [59, 1111111109, 1111111111, 1234567890, 2000000000, 20000000000].map((s) => Math.floor(s / 30))
  expect(steps.map((step) => codeOf(secret, step))).toEqual([
    '287082',
    '081804',
    '050471',
    '005924',
    '279037',
    '353130',
  ])
})

describe('an authenticator app', () => {
  test('is asked after the password, takes each code once, and stands in the tokens, also renewed ones', async () => {
    const { person, secret } = await somebodyWithApp()
    const { reader, page } = await afterPassword(world, person.email)
    expect(page).toMatchObject({ status: 200, markup: expect.stringContaining('<h1>Second factor</h1>') })
    const code = shownCode(secret, 1)
    const tokens = await tokensOf(world, await reader.submit({ code }))
    expect(tokens.said).toMatchObject(strong)
    const { authTime } = tokens.said
    expect(authTime).toBeGreaterThan(Date.now() / 1000 - 60)
    const renewed = await renew(world.baseUrl, tokens.refreshToken, { authority: world.issuer, clientId })
    expect(assuranceIn(renewed.accessToken)).toEqual({ ...strong, authTime })
    const again = await afterPassword(world, person.email)
    expect(await again.reader.submit({ code })).toMatchObject({
      status: 401,
      markup: expect.stringContaining('This code is not right, or it was used already.'),
    })
  })

  test('accepts one of two sign-ins that send the same code at once', async () => {
    const { person, secret } = await somebodyWithApp()
    const readers = [await afterPassword(world, person.email), await afterPassword(world, person.email)]
    const code = shownCode(secret, 1)
    const answers = await Promise.all(readers.map(({ reader }) => reader.submit({ code })))
    expect(answers.filter(({ url }) => new URL(url).searchParams.has('code'))).toHaveLength(1)
  })

  test('cannot be guessed: the sixth wrong code waits, and the right password forgives none', async () => {
    const { person, secret } = await somebodyWithApp()
    const statuses = []
    for (let n = 0; n < 6; n++) {
      const { reader } = await afterPassword(world, person.email)
      statuses.push((await reader.submit({ code: String(100_000 + n) })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    const { reader } = await afterPassword(world, person.email)
    const waiting = await reader.submit({ code: shownCode(secret, 1) })
    expect(waiting.status).toBe(429)
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('is not gone around by the session of another sign-in, nor after somebody was suspended', async () => {
    const { person, secret } = await somebodyWithApp()
    const { reader, page } = await afterPassword(world, person.email)
    const other = formReader()
    await openSignIn(world, other)
    expect((await other.open(page.url)).markup).not.toContain('Second factor')
    await world.sql`update identity.person set status = 'suspended' where id = ${person.id}`
    expect((await reader.submit({ code: shownCode(secret, 1) })).markup).not.toContain('Second factor')
  })

  test('ends the other sessions when it is set up, is told by e-mail, and asked again to remove it', async () => {
    const person = await world.addPerson({ language: 'fr' })
    const here = await world.browser(person.email)
    const elsewhere = await world.browser(person.email)
    const { secret, codes, answer } = await setUpApp(world, here.reader)
    expect(answer.status).toBe(200)
    expect(codes).toHaveLength(10)
    expect([await here.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([true, false])
    expect((await box.letterTo(person.email, 'a été configurée')).text).toContain('une application d’authentification')
    const removal = `${world.issuer}/security/remove?factor=app`
    await here.reader.open(removal)
    expect((await here.reader.submit({ current: password, code: '000000' })).status).toBe(401)
    expect((await here.reader.submit({ current: 'wrong', code: shownCode(secret, 1) })).status).toBe(401)
    const removed = await here.reader.submit({ current: password, code: shownCode(secret, 1) })
    expect(removed).toMatchObject({ status: 200, url: `${world.issuer}/security` })
    expect((await box.letterTo(person.email, 'a été supprimée')).text).toContain('/not-me?lang=fr#')
    expect((await world.sql`select from identity.recovery_code where person_id = ${person.id}`).length).toBe(0)
    const acts = await world.sql`select act, actor from audit_event where subject = ${`user:${person.id}`}`
    expect([...acts]).toEqual(Array(2).fill({ act: 'user.factors', actor: person.id }))
    expect((await world.signIn(person.email)).accessToken).toBeTruthy()
  })

  test('is not set up without the password, nor by a wrong code or a form of another site', async () => {
    const person = await world.addPerson()
    const { reader } = await world.browser(person.email)
    const page = await reader.open(`${world.issuer}/security/app`)
    const secret = hiddenIn(page, 'secret')
    expect(page.markup).toContain('<svg')
    const right = { secret, typed: shownCode(secret), current: password }
    expect((await reader.submit({ ...right, current: 'wrong' })).status).toBe(401)
    expect((await reader.submit({ ...right, typed: '000000' })).status).toBe(400)
    expect((await reader.submit({ ...right, secret: 'x' })).status).toBe(400)
    expect((await reader.post(page.url, right, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await formReader().open(page.url)).status).toBe(401)
    expect((await world.signIn(person.email)).accessToken).toBeTruthy()
  })
})

describe('a recovery code', () => {
  test('works once in place of the app, and its owner is told', async () => {
    const { person, codes } = await somebodyWithApp()
    await box.letterTo(person.email, 'has been set up')
    const [code = ''] = codes
    const first = await afterPassword(world, person.email)
    const tokens = await tokensOf(world, await first.reader.submit({ code: ` ${code.toUpperCase()} ` }))
    expect(tokens.said).toMatchObject({ acr: 'aal2', amr: ['pwd', 'mfa'] })
    expect((await box.letterTo(person.email, 'recovery codes has been used')).text).toContain('/not-me?lang=en#')
    const second = await afterPassword(world, person.email)
    expect((await second.reader.submit({ code })).status).toBe(401)
  })

  test('ends when new ones are made', async () => {
    const { person, reader, codes, secret } = await somebodyWithApp()
    await reader.open(`${world.issuer}/security/codes`)
    const fresh = recoveryCodesIn(await reader.submit({ current: password, code: shownCode(secret, 1) }))
    expect(fresh).toHaveLength(10)
    const step = await afterPassword(world, person.email)
    expect((await step.reader.submit({ code: codes[0] ?? '' })).status).toBe(401)
    expect(new URL((await step.reader.submit({ code: fresh[0] ?? '' })).url).searchParams.has('code')).toBe(true)
    const stored = JSON.stringify(await world.sql`select code_hash::text from identity.recovery_code`)
    expect(stored).not.toContain((fresh[1] ?? '').replaceAll('-', ''))
  })
})

describe('a request', () => {
  test('for aal2 leads somebody without a factor to set one up, and is met at once afterwards', async () => {
    const { email } = await world.addPerson()
    const { reader, page } = await afterPassword(world, email, { acr_values: 'aal2' })
    expect(page.markup).toContain('You need a second factor to go on.')
    const secret = hiddenIn(page, 'secret')
    expect((await reader.submit({ secret, typed: '000000' })).status).toBe(401)
    const done = await reader.submit({ secret, typed: shownCode(secret) })
    expect(recoveryCodesIn(done)).toHaveLength(10)
    const [, onward = ''] = /class="button" href="([^"]+)"/.exec(done.markup) ?? []
    expect((await tokensOf(world, await reader.open(onward))).said).toMatchObject(strong)
    const again = await openSignIn(world, reader, { acr_values: 'aal2' })
    expect((await tokensOf(world, again)).said).toMatchObject(strong)
  })

  test('for aal2 asks a session with a password alone anew, and only its own person', async () => {
    const { person, secret, reader } = await somebodyWithApp()
    const other = await world.addPerson()
    await openSignIn(world, reader, { acr_values: 'urn:gold aal2' })
    expect((await reader.submit({ email: other.email, password })).markup).toContain('signed in as somebody else')
    await reader.submit({ email: person.email, password })
    expect((await tokensOf(world, await reader.submit({ code: shownCode(secret, 1) }))).said).toMatchObject(strong)
  })

  test('for a fresh sign-in asks for the password again', async () => {
    const { email } = await world.addPerson()
    const { reader } = await world.browser(email)
    await world.sql`
      update identity.artefact set payload = jsonb_set(payload, '{loginTs}', to_jsonb(extract(epoch from now())::int - 700))
      where model = 'Session'`
    expect((await openSignIn(world, reader, { max_age: '3600' })).url).toContain('?code=')
    expect((await openSignIn(world, reader, { max_age: '600' })).url).toContain('/interaction/')
    const { said } = await tokensOf(world, await reader.submit({ email, password }))
    expect(said).toMatchObject({ acr: 'aal1', amr: ['pwd'] })
    expect(said.authTime).toBeGreaterThan(Date.now() / 1000 - 60)
  })
})

describe('a registry that requires a second factor', () => {
  test.each([
    ['admins', ['blue|a|General'], false],
    ['admins', ['blue|a|General', 'blue|a|AccountAdmin'], true],
    ['admins', ['blue|TenantAdmin'], true],
    ['everybody', ['blue|a|General'], true],
  ])('of %s asks %j: %s', async (rule, groups, isAsked) => {
    const { email } = await world.addPerson({ groups })
    await world.sql`update tenant set second_factor_for = ${rule}`
    await expect
      .poll(async () => (await afterPassword(world, email)).page.markup.includes('You need a second factor'))
      .toBe(isAsked)
    await world.sql`update tenant set second_factor_for = 'nobody'`
    await expect.poll(async () => (await afterPassword(world, email)).page.url).toContain('?code=')
  })
})

test('every page has its words in every language, and scripts only where a passkey needs one', async () => {
  const { reader, person } = await somebodyWithApp()
  const step = await afterPassword(world, person.email)
  const pages = ['', '/app', '/passkey', '/codes', '/remove?factor=app'].map(
    (path) => `${world.issuer}/security${path}`,
  )
  for (const lang of languages) {
    const seen = [
      await step.reader.open(`${step.page.url}?lang=${lang}&with=recovery`),
      ...(await Promise.all(pages.map((url) => reader.open(`${url}${url.includes('?') ? '&' : '?'}lang=${lang}`)))),
    ]
    for (const { markup, headers } of seen) {
      expect(markup).toContain(`lang="${lang}"`)
      expect(markup).not.toMatch(/\{\w+\}|undefined|null|<style| style=| on\w+=/i)
      const scripts = headers.get('content-security-policy')?.includes("script-src 'self'") ?? false
      expect(scripts || !markup.includes('<script')).toBe(true)
      expect(markup).not.toMatch(/<script(?! src="\/identity\/assets\/passkey.js" defer>)/)
    }
  }
})

test('nothing that was logged holds an address, a password or a code', () => {
  expect(world.logged.join('\n')).not.toMatch(/@registry\.test|correct horse|eyJ|failed/)
})
