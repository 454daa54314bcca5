import { expect } from 'vitest'
import { acceptInvitation, readOwnAccounts } from '#shared/contract/own-accounts.ts'
import { deleteUser, inviteUser, listUsers } from '#shared/contract/users.ts'
import { paths } from '#shared/rules/paths.ts'
import { aPair, type Pair } from './a-pair.ts'
import { test, type WatchedPage } from './browser.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'
import { world } from './world.ts'

const t = await textsIn('en')
const words = 'Secret words of the first account'

/** A person of both accounts, who acts for the first. */
async function inBoth(mark: string): Promise<{ first: Pair; second: Pair; email: string }> {
  const [first, second] = [await aPair(`Hill Farmers ${mark}`), await aPair(`Lake Fishers ${mark}`)]
  const email = `${first.colleague}@registry.test`
  await second.call(inviteUser, { body: { firstName: 'Zawadi', lastName: 'Mrema', email } })
  const person = await sandboxCaller(first.colleague)
  const [invitation] = (await person.call(readOwnAccounts)).invitations
  await person.call(acceptInvitation, { params: { invitationId: invitation?.invitationId ?? '' } })
  return { first, second, email }
}

const actsFor = (page: WatchedPage, { name }: Pair) =>
  page
    .getByRole('banner')
    .getByText(t('ownAccounts.acting', { account: name }))
    .waitFor()

async function reasonField(page: WatchedPage) {
  await page.goto(paths.wallet)
  await page
    .getByRole('row')
    .getByRole('button', { name: t('wallet.transfer') })
    .first()
    .click()
  return page.getByLabel(t('wallet.reason'))
}

test('who leaves the account of the tab, and loses the answer, goes on for the other one without the words of the first', async ({
  openPage,
}) => {
  const { first, second } = await inBoth('who left')
  const page = await openPage()
  await signInAs(page, first.colleague)
  await actsFor(page, first)
  await (await reasonField(page)).fill(words)
  await page.goto(paths.profile)
  await page.route('**/leave', async (route) => {
    await route.fetch()
    await route.abort()
  })
  page.expectRefusal({ path: `/api/user/accounts/${first.accountId}/leave`, status: 0 })
  await page
    .getByRole('button', { name: t('review.actNamed', { act: t('ownAccounts.leave'), name: first.name }) })
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('ownAccounts.leave'), exact: true })
    .click()
  await page.getByText(t('ownAccounts.left', { account: first.name })).waitFor()
  await page.getByRole('heading', { level: 1, name: t('dashboard.welcomeNamed', { name: second.name }) }).waitFor()
  expect(await page.getByText(t('ownAccounts.change')).count()).toBe(0)
  expect(await (await reasonField(page)).inputValue()).toBe('')
})

test('who is taken out of the account of the tab is told so, and goes on for the other one', async ({ openPage }) => {
  const { first, second, email } = await inBoth('who lost')
  const page = await openPage()
  await signInAs(page, first.colleague)
  await page.goto(paths.wallet)
  await actsFor(page, first)
  const { items } = await first.call(listUsers, { query: { q: email } })
  await first.call(deleteUser, { query: { username: items[0]?.username ?? '' } })
  page.expectRefusal({ path: /^\/api\//, status: 403 })
  await page.goto(paths.activity)
  await page.getByText(t('ownAccounts.gone', { account: second.name })).waitFor()
  await page.getByRole('heading', { level: 1, name: t('dashboard.welcomeNamed', { name: second.name }) }).waitFor()
  expect(page.url()).toBe(`${world.baseUrl}/`)
})
