import { expect } from 'vitest'
import { inviteUser } from '#shared/contract/users.ts'
import { languages } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { aPair } from './a-pair.ts'
import { expectGood, test, type WatchedPage } from './browser.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { pressOn } from './keyboard.ts'
import { signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'

const inDialog = (page: WatchedPage, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

test.for(languages)(
  'a person joins a second account, acts for either in a tab each, and leaves it (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const own = await aPair(`Hill Farmers ${language}`)
    const other = await aPair(`Lake Fishers ${language}`)
    const email = `${own.colleague}@registry.test`
    await other.call(inviteUser, { body: { firstName: 'Somebody', lastName: 'Else', email } })

    const page = await openPage({ locale: language === 'en' ? 'en-GB' : language })
    await signInAs(page, own.colleague, t('layout.profileMenu'))
    await page.goto(paths.profile)
    await page.getByText(t('ownAccounts.invited', { account: other.name })).waitFor()
    await expectGoodInEveryView(page)
    await choose(page, language)
    await pressOn(page.getByRole('button', { name: t('ownAccounts.accept') }))
    await page.getByRole('dialog', { name: t('ownAccounts.acceptTitle', { account: other.name }) }).waitFor()
    await expectGoodInEveryView(page)
    await choose(page, language)
    await pressOn(inDialog(page, t('ownAccounts.accept')))
    await page.getByText(t('ownAccounts.accepted', { account: other.name })).waitFor()
    await page.getByRole('heading', { level: 2, name: t('ownAccounts.title') }).waitFor()
    await actsFor(page, own.name)
    await expectGoodInEveryView(page)
    await choose(page, language)

    const second = (await page.context().newPage()) as WatchedPage
    await second.goto(paths.profile)
    const act = t('review.actNamed', { act: t('ownAccounts.actFor'), name: other.name })
    await pressOn(second.getByRole('button', { name: act }))
    await actsFor(second, other.name)
    expect(new URL(second.url()).pathname).toBe(paths.home)
    await second.goto(paths.wallet)
    await actsFor(second, other.name)
    await second.close()

    // The first tab stays with its account.
    await page.reload()
    await actsFor(page, own.name)
    await pressOn(page.getByRole('button', { name: t('ownAccounts.change') }))
    await pressOn(page.getByRole('button', { name: other.name, exact: true }))
    await actsFor(page, other.name)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectGoodInEveryView(page)
    await choose(page, language)

    await page.goto(paths.profile)
    const leave = t('review.actNamed', { act: t('ownAccounts.leave'), name: own.name })
    await pressOn(page.getByRole('button', { name: leave }))
    await page.getByRole('dialog', { name: t('ownAccounts.leaveNamed', { account: own.name }) }).waitFor()
    await expectGoodInEveryView(page)
    await choose(page, language)
    await pressOn(inDialog(page, t('ownAccounts.leave')))
    await page.getByText(t('ownAccounts.left', { account: own.name })).waitFor()
    await page.reload()
    await page.getByText(other.name).first().waitFor()
    expect(await page.getByRole('heading', { level: 2, name: t('ownAccounts.title') }).count()).toBe(0)
    await expectGood(page)

    function actsFor(tab: WatchedPage, account: string) {
      return tab.getByRole('banner').getByText(t('ownAccounts.acting', { account })).waitFor()
    }
  },
)
