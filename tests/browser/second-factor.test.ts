import { base32 } from '@scure/base'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeOf, stepAt } from '#server/identity/factors/one-time-codes.ts'
import { type TextKey, translate } from '#server/identity/texts/texts.ts'
import { newId } from '#server/infra/db/database.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { languages } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { expectGood, test, themes, type WatchedPage } from './browser.ts'
import { pressOn, typeInto } from './keyboard.ts'
import { fillIn, openSignIn, sandboxCaller, storedUser } from './signed-in.ts'
import { textsIn } from './texts.ts'

const password = 'seven green turtles'
const narrow = { width: 360, height: 800 }

async function aColleague() {
  const admin = await sandboxCaller('account-admin')
  const email = `${newId()}@registry.test`
  const { invitationUrl } = await admin.call(inviteUser, {
    body: { firstName: 'Amina', lastName: 'Achieng', email },
  })
  const reader = formReader()
  await reader.open(String(invitationUrl))
  await reader.submit({ password, repeat: password })
  return email
}

/** A phone or laptop that holds passkeys and verifies its user. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
}

async function forgetSession(page: Page): Promise<void> {
  // Leaves the app first, whose requests would lack a token.
  await page.goto('/readyz')
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/')
}

async function amrOf(page: Page): Promise<unknown> {
  const [, payload = ''] = ((await storedUser(page))?.access_token ?? '').split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).amr
}

/** In the other theme and on a narrow screen, too. */
async function expectGoodEverywhere(page: WatchedPage): Promise<void> {
  await expectGood(page)
  await page.setViewportSize(narrow)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await expectGood(page)
  }
}

test.for(languages)('a passkey, an app and recovery codes are set up and used (%s)', async (language, { openPage }) => {
  const t = await textsIn(language)
  const words = (key: TextKey, values = {}) => translate(language, key, values)
  const locale = language === 'en' ? 'en-GB' : language
  const email = await aColleague()
  const page = await openPage({ locale })
  await addAuthenticator(page)
  const button = (name: string, on: Page = page) => on.getByRole('button', { name, exact: true })
  const link = (name: string, on: Page = page) => on.getByRole('link', { name, exact: true })
  const heading = (name: string, on: Page = page) => on.getByRole('heading', { name, exact: true })
  const isSignedIn = (on: Page = page) => button(t('layout.profileMenu'), on).waitFor()

  await openSignIn(page, t('layout.signIn'))
  await fillIn(page, email, password)
  await isSignedIn()
  await page.goto(paths.profile)
  await link(t('profile.signInMethods')).click()
  await heading(words('security.title')).waitFor()
  await pressOn(link(words('passkey.add')))
  await heading(words('passkey.title')).waitFor()
  await expectGoodEverywhere(page)
  await typeInto(page.getByLabel(words('passkey.name')), 'Laptop')
  await typeInto(page.getByLabel(words('password.current')), password)
  await page.keyboard.press('Enter')
  await heading(words('codes.title')).waitFor()
  const codes = await page.locator('code').allTextContents()
  expect(codes).toHaveLength(10)
  await expectGoodEverywhere(page)
  await pressOn(link(words('codes.stored')))

  await pressOn(link(words('app.add')))
  const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const shownCode = (later: number) => codeOf(base32.decode(secret), stepAt(new Date()) + later)
  await expectGoodEverywhere(page)
  await typeInto(page.getByLabel(words('app.code')), shownCode(0))
  await typeInto(page.getByLabel(words('password.current')), password)
  await typeInto(page.getByLabel(words('security.code')), codes[0] ?? '')
  await page.keyboard.press('Enter')
  await page.getByText('Laptop').waitFor()
  await expectGoodEverywhere(page)

  await forgetSession(page)
  await openSignIn(page, t('layout.signIn'))
  await pressOn(link(words('sign-in.passkey')))
  await heading(words('sign-in.passkey')).waitFor()
  await expectGoodEverywhere(page)
  await pressOn(button(words('factor.use.passkey')))
  await isSignedIn()
  expect(await amrOf(page)).toEqual(['hwk', 'user', 'mfa'])

  const phone = await openPage({ locale, ...narrow })
  await openSignIn(phone, t('layout.signIn'))
  await fillIn(phone, email, password)
  await heading(words('factor.title'), phone).waitFor()
  await expectGoodEverywhere(phone)
  phone.expectRefusal({ path: /^\/identity\/interaction\//, status: 401 })
  await typeInto(phone.getByLabel(words('factor.code.app')), '000000')
  await phone.keyboard.press('Enter')
  await phone
    .getByRole('alert')
    .filter({ hasText: words('factor.wrong') })
    .waitFor()
  await expectGood(phone)
  await typeInto(phone.getByLabel(words('factor.code.app')), shownCode(1))
  await phone.keyboard.press('Enter')
  await isSignedIn(phone)
  expect(await amrOf(phone)).toEqual(['pwd', 'otp', 'mfa'])

  await forgetSession(phone)
  await openSignIn(phone, t('layout.signIn'))
  await fillIn(phone, email, password)
  await pressOn(link(words('factor.use.recovery'), phone))
  await phone.getByLabel(words('factor.code.recovery')).fill(codes[1] ?? '')
  await expectGood(phone)
  await phone.keyboard.press('Enter')
  await isSignedIn(phone)
  expect(await amrOf(phone)).toEqual(['pwd', 'mfa'])
})
