import { expect } from 'vitest'
import { newId } from '#server/infra/db/database.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { languages } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { expectGood, test } from './browser.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { pressOn } from './keyboard.ts'
import { fillIn, sandboxCaller, signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'
import { world } from './world.ts'

/** ADR 121 promises ten seconds; then the page's stream connects again within six, on a busy machine later. */
const promisedMs = 30_000

async function aPerson(lastName: string): Promise<string> {
  const email = `${newId()}@registry.test`
  const admin = await sandboxCaller('account-admin')
  const { invitationUrl } = await admin.call(inviteUser, { body: { firstName: 'Neema', lastName, email } })
  const reader = formReader()
  await reader.open(String(invitationUrl))
  await reader.submit({ password: world.password, repeat: world.password })
  return email
}

test.for(languages)(
  'an admin of the registry ends all sessions of a person, whose open page says so by itself (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const locale = language === 'en' ? 'en-GB' : language
    const lastName = `Kileo ${language}`
    const email = await aPerson(lastName)
    const person = await openPage({ locale })
    await signInAs(person, email, t('layout.profileMenu'))
    await person.goto(paths.tasks)
    await person.getByRole('heading', { level: 1, name: t('tasks.title') }).waitFor()

    const admin = await openPage({ locale })
    await signInAs(admin, 'tenant-admin', t('layout.profileMenu'))
    await admin.goto(`${paths.userAdmin}?q=${email}`)
    const name = `Neema ${lastName}`
    await admin.getByRole('cell', { name: email }).waitFor()
    await expectGoodInEveryView(admin)
    await choose(admin, language)
    const end = admin.getByRole('button', { name: t('endSessions.of', { name }) })
    await pressOn(end)
    const dialog = admin.getByRole('dialog')
    await dialog.getByText(t('endSessions.question', { name })).waitFor()
    await expectGoodInEveryView(admin)
    await choose(admin, language)
    person.expectRefusal({ path: /^\/(api|identity)\//, status: 401 })
    person.expectRefusal({ path: /^\/identity\//, status: 400 })
    await pressOn(dialog.getByRole('button', { name: t('endSessions.act'), exact: true }))
    await admin.getByText(t('endSessions.done', { name, count: 1 })).waitFor()
    await person.getByText(t('session.ended')).waitFor({ timeout: promisedMs })
    await expectGoodInEveryView(person)
    await choose(person, language)

    await person
      .getByRole('main')
      .getByRole('button', { name: t('layout.signIn') })
      .first()
      .click()
    await fillIn(person, email, world.password)
    await person.getByRole('heading', { level: 1, name: t('tasks.title') }).waitFor()
    expect(new URL(person.url()).pathname).toBe(paths.tasks)
    await expectGood(person)
  },
)
