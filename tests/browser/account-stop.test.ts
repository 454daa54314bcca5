import { afterEach, expect } from 'vitest'
import { hashOfToken, newLinkToken } from '#server/infra/link-token.ts'
import { readAccount } from '#shared/contract/accounts.ts'
import { liftStop } from '#shared/contract/stops.ts'
import { languages } from '#shared/rules/languages.ts'
import { holdingsPath, paths, reviewPath } from '#shared/rules/paths.ts'
import { expectGood, test } from './browser.ts'
import { theDatabase } from './database.ts'
import { expectGoodAtEverySize } from './every-screen.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'

const ownAccount = async () => (await sandboxCaller('proponent')).call(readAccount)

/** By hand, as of a letter to the proponent. */
async function aLink(): Promise<string> {
  const token = `sample.${newLinkToken()}`
  const sql = await theDatabase()
  await sql`
    insert into stop_link (tenant_id, token_hash, username, account_id, ends_at)
    select tenant_id, ${hashOfToken(token)}, username, account_id, now() + interval '1 day' from app_user
    where tenant_id = 'sample' and email = 'proponent@registry.test'`
  await sql.end()
  return `/stop#${token}`
}

// Other tests move units of the account.
afterEach(async () => {
  const { accountId, stop } = await ownAccount()
  const body = { reason: 'After a test.' }
  if (stop) await (await sandboxCaller('tenant-admin')).call(liftStop, { params: { accountId }, body })
})

test.for(languages)(
  'a link of a letter stops the account, and another admin lifts the stop (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const locale = language === 'en' ? 'en-GB' : language
    const link = await aLink()
    const { name } = await ownAccount()
    const reader = await openPage({ locale })
    await reader.goto(link)
    await reader.getByText(t('stop.linkLead')).waitFor()
    expect(reader.url()).not.toContain('#')
    await expectGoodAtEverySize(reader)
    expect((await ownAccount()).stop, 'opened, not pressed').toBeNull()
    await reader.getByRole('button', { name: t('stop.act') }).click()
    await reader.getByText(t('stop.linkNext')).waitFor()
    await expectGoodAtEverySize(reader)

    const admin = await openPage({ locale })
    await signInAs(admin, 'account-admin', t('layout.profileMenu'))
    await admin.goto(paths.wallet)
    await admin.getByText(t('stop.title', { account: name })).waitFor()
    await admin.locator('.row-link').first().waitFor()
    const transfer = admin.getByRole('button', { name: t('wallet.transfer') })
    expect(await transfer.count()).toBe(0)
    await expectGoodAtEverySize(admin)
    await admin.getByRole('button', { name: t('stop.lift') }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel(t('projects.reason')).fill('We called each other.')
    await expectGood(admin)
    await dialog.getByRole('button', { name: t('stop.lift') }).click()
    await admin.getByText(t('stop.lifted', { account: name })).waitFor()
    await transfer.first().waitFor()

    reader.expectRefusal({ path: /stop-by-link/, status: 403 })
    await reader.goto(link)
    await reader.getByRole('button', { name: t('stop.act') }).click()
    await reader.getByText(t('refusals.stop.used')).waitFor()
    await expectGood(reader)
  },
)

test.for(languages)(
  'a member stops the account on the profile, cannot lift the stop, and an admin of the registry does (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const locale = language === 'en' ? 'en-GB' : language
    const { accountId, name } = await ownAccount()
    const member = await openPage({ locale })
    await signInAs(member, 'proponent', t('layout.profileMenu'))
    await member.goto(paths.profile)
    await member.getByRole('button', { name: t('stop.act') }).click()
    const asked = member.getByRole('dialog')
    await asked.getByText(t('stop.questionWho')).waitFor()
    await asked.getByLabel(t('projects.reason')).fill('My phone is gone.')
    await expectGood(member)
    await asked.getByRole('button', { name: t('stop.act') }).click()
    await member.getByText(t('stop.title', { account: name })).waitFor()
    await member.getByText('My phone is gone.').waitFor()
    expect(await member.getByRole('button', { name: t('stop.lift') }).count()).toBe(0)
    await expectGoodAtEverySize(member)

    const admin = await openPage({ locale })
    await signInAs(admin, 'tenant-admin', t('layout.profileMenu'))
    await admin.goto(reviewPath('accounts', { status: 'active', q: name }))
    await admin.getByText(t('review.account.stopped')).first().waitFor()
    await expectGoodAtEverySize(admin)
    await admin.goto(holdingsPath(accountId))
    await admin.locator('.row-link').first().waitFor()
    expect(await admin.locator('tbody').getByRole('button').count()).toBe(0)
    await expectGoodAtEverySize(admin)
    await admin.getByRole('button', { name: t('stop.lift') }).click()
    const lifting = admin.getByRole('dialog')
    await lifting.getByLabel(t('projects.reason')).fill('They called.')
    await lifting.getByRole('button', { name: t('stop.lift') }).click()
    await admin.getByText(t('stop.lifted', { account: name })).waitFor()
    expect((await ownAccount()).stop).toBeNull()
  },
)

test('the page of the link says what is missing without a link, and refuses a wrong one', async ({ openPage }) => {
  const page = await openPage({ width: 360, theme: 'dark' })
  await page.goto('/stop')
  await page.getByText('This page opens by the whole address from an e-mail').waitFor()
  await expectGood(page)
  page.expectRefusal({ path: /stop-by-link/, status: 404 })
  await page.goto(`/stop#sample.${'A'.repeat(43)}`)
  await page.getByRole('button', { name: 'Stop all movements' }).click()
  await page.getByText('There is no such link.').waitFor()
  await expectGood(page)
})
