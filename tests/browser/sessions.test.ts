import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { newId } from '#server/infra/db/database.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { type Language, languages } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { startEmbeddedWorld } from '#tests/kit/embedded-world.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { expectAccessible, expectGood, expectNoSidewaysScroll, test, themes } from './browser.ts'
import { fillIn, sandboxCaller, signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'
import { world } from './world.ts'

type Words = { [name: string]: string | Words }

/** Words of the provider's pages. */
async function providerWords(language: Language): Promise<(key: string) => string> {
  const path = new URL(`../../shared/texts/server/${language}.json`, import.meta.url)
  const { identity }: { identity: Words } = JSON.parse(await readFile(path, 'utf8'))
  return (key) => String(key.split('.').reduce<string | Words>((at, name) => (at as Words)[name] ?? '', identity))
}

/** A new person of the proponent's organisation. */
async function aProponent(): Promise<string> {
  const admin = await sandboxCaller('account-admin')
  const email = `${newId()}@registry.test`
  const { invitationUrl } = await admin.call(inviteUser, { body: { firstName: 'Amina', lastName: 'Achieng', email } })
  const reader = formReader()
  await reader.open(String(invitationUrl))
  await reader.submit({ password: world.password, repeat: world.password })
  return email
}

/** As a person who comes back to a page that was in the background, until it says `text`. */
async function comeBack(page: Page, text: string): Promise<void> {
  const said = page.getByText(text)
  const look = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    return said.count()
  }
  await expect.poll(look, { timeout: 30_000, interval: 1_000 }).toBe(1)
}

/** Presses a button by keyboard alone. */
async function pressByKeyboard(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first()
  for (let tabs = 0; tabs < 40 && !(await button.evaluate((each) => each === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

test.for(languages)(
  'a session that is ended elsewhere says so, and its form keeps its words (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const words = await providerWords(language)
    const locale = language === 'en' ? 'en-GB' : language
    const email = await aProponent()
    const ended = await openPage({ locale, width: 360 })
    await signInAs(ended, email, t('layout.profileMenu'))
    await ended.goto('/myProjects?new=1')
    const name = `Mangroves of ${language}`
    await ended.getByRole('dialog').getByLabel(t('projects.name')).fill(name)

    const here = await openPage({ locale })
    await signInAs(here, email, t('layout.profileMenu'))
    await here.goto(paths.profile)
    await here.getByRole('link', { name: t('profile.sessions') }).click()
    await here.getByRole('heading', { level: 1, name: words('sessions.title') }).waitFor()
    expect(await here.getByRole('listitem').filter({ hasText: 'Chrome' }).count()).toBe(2)
    for (const theme of themes) {
      await here.getByRole('link', { name: words(`theme.${theme}`) }).click()
      await here.setViewportSize({ width: 360, height: 800 })
      await expectAccessible(here)
      await expectNoSidewaysScroll(here)
    }
    await pressByKeyboard(here, words('sessions.end'))
    await here
      .getByRole('status')
      .filter({ hasText: words('sessions.ended.one') })
      .waitFor()
    expect(await here.getByRole('button', { name: words('sessions.end'), exact: true }).count()).toBe(0)

    ended.expectRefusal({ path: /^\/api\//, status: 401 })
    await comeBack(ended, t('session.ended'))
    await expectGood(ended)
    await ended
      .getByRole('main')
      .getByRole('button', { name: t('layout.signIn') })
      .first()
      .click()
    await fillIn(ended, email, world.password)
    await expect.poll(() => ended.getByRole('dialog').getByLabel(t('projects.name')).inputValue()).toBe(name)
  },
)

let postBox: PostBox
let mailing: Awaited<ReturnType<typeof startEmbeddedWorld>>
beforeAll(async () => {
  postBox = await startPostBox()
  mailing = await startEmbeddedWorld({ SMTP_URL: postBox.url })
})
afterAll(async () => {
  await mailing.stop()
  await postBox.stop()
})

test.for(languages)(
  'the link of an e-mail about a new device acts by its button alone (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const words = await providerWords(language)
    const role = { en: 'buyer', fr: 'verifier', sw: 'measurer' }[language]
    const email = `${role}@registry.test`
    const open = (width: number) =>
      openPage({ locale: language === 'en' ? 'en-GB' : language, baseUrl: mailing.baseUrl, width })
    const thief = await open(1280)
    await thief.goto('/')
    await thief
      .getByRole('button', { name: t('layout.signIn') })
      .first()
      .click()
    await fillIn(thief, email, mailing.password)
    await thief.getByRole('button', { name: t('layout.profileMenu') }).waitFor()

    const url = new URL(/https?:\S+/.exec((await postBox.letterTo(email)).text)?.[0] ?? '')
    url.searchParams.set('lang', language)
    const owner = await open(360)
    for (const theme of themes) {
      url.searchParams.set('theme', theme)
      await owner.goto(url.href)
      await owner.getByRole('heading', { level: 1, name: words('not-me.title') }).waitFor()
      await expectAccessible(owner)
      await expectNoSidewaysScroll(owner)
    }
    await owner.getByRole('link', { name: words('theme.light') }).click()
    expect(await owner.getByLabel(words('not-me.token')).isVisible()).toBe(false)
    await thief.goto('/wallet')
    await thief.getByRole('heading', { level: 1, name: t('layout.wallet') }).waitFor()

    thief.expectRefusal({ path: /^\/api\//, status: 401 })
    await pressByKeyboard(owner, words('not-me.submit'))
    await owner.getByRole('heading', { level: 1, name: words('not-me.done.title') }).waitFor()
    await expectAccessible(owner)
    await comeBack(thief, t('session.ended'))

    const reset = /https?:\S+/.exec((await postBox.letterTo(email)).text)?.[0] ?? ''
    await owner.goto(reset)
    for (const field of ['#password', '#repeat']) await owner.locator(field).fill('nine blue whales sing')
    await owner.locator('main button').click()
    // In the language of the sandbox's people.
    const own = await providerWords('en')
    await owner.getByRole('heading', { level: 1, name: own('password.done.title') }).waitFor()
  },
)
