import { expect } from 'vitest'
import { createClaim } from '#shared/contract/claims.ts'
import { listBalances } from '#shared/contract/wallet.ts'
import { languages } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { pendingListPath, pendingPath } from '#shared/rules/pending-path.ts'
import { aPair, type Pair } from './a-pair.ts'
import { expectGood, test } from './browser.ts'
import { theDatabase } from './database.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'

const localeOf = (language: string) => (language === 'en' ? 'en-GB' : language)

/** A claim that waits, moved to the time in which it can be undone. */
async function anUndoableClaim({ wait, assetId }: Pair, beneficiary: string, seconds: number): Promise<string> {
  const { pendingId } = await wait(createClaim, {
    body: {
      items: [{ assetId, quantity: 2 }],
      beneficiaryKind: 'organisation',
      beneficiary,
      purpose: 'personal',
      isAuthorised: true,
    },
  })
  const sql = await theDatabase()
  await sql`
    update pending_act set waits_for = 'undo', ends_at = now() + make_interval(secs => ${seconds})
    where id = ${pendingId}`
  await sql.end()
  return pendingId
}

const heldBy = async ({ call, accountId }: Pair) => {
  const [asset] = (await call(listBalances, { query: { accountId } })).items
  return asset && { balance: asset.balance, locked: asset.locked, retired: asset.retired }
}

test.for(languages)(
  'a colleague approves a transfer, then its recipient accepts; the units are locked until then (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const locale = localeOf(language)
    const sender = await aPair(`Dhow Traders ${language}`)
    const recipient = await aPair(`Lantern Makers ${language}`, { acceptsTransfers: true })

    const admin = await openPage({ locale })
    await signInAs(admin, sender.admin, t('layout.profileMenu'))
    await admin.goto(paths.profile)
    await admin.getByRole('button', { name: t('pending.protection.change') }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel(t('pending.protection.approvalFrom')).fill('5')
    await expectGoodInEveryView(admin)
    await choose(admin, language)
    await dialog.getByRole('button', { name: t('ui.save') }).click()
    await admin.getByText(t('pending.protection.secondFrom', { quantity: '5' })).waitFor()
    await expectGood(admin)

    await admin.goto(paths.wallet)
    await admin
      .getByRole('button', { name: t('wallet.transfer') })
      .first()
      .click()
    await dialog.getByRole('combobox', { name: t('wallet.recipient') }).fill(recipient.name)
    await dialog.getByRole('option', { name: recipient.name }).first().click()
    await dialog.getByRole('textbox').first().fill('6')
    await dialog.getByRole('button', { name: t('wallet.preview') }).click()
    await dialog.getByText(t('pending.before.approval')).waitFor()
    await dialog.getByLabel(t('wallet.firstTransfer', { recipient: recipient.name })).fill('lantern')
    await dialog.getByRole('button', { name: t('pending.confirm.approval'), exact: true }).click()
    await admin.waitForURL(/\/wallet\?pending=/)
    await admin
      .getByRole('heading', { level: 1, name: t('pending.what.transferTo', { account: recipient.name }) })
      .waitFor()
    await admin.getByText(t('pending.now.approval', { account: sender.name })).waitFor()
    await expectGoodInEveryView(admin)
    await choose(admin, language)
    expect(await heldBy(sender)).toMatchObject({ balance: 14, locked: 6 })

    const colleague = await openPage({ locale })
    await signInAs(colleague, sender.colleague, t('layout.profileMenu'))
    await colleague.getByRole('link', { name: t('dashboard.pending', { count: 1 }) }).click()
    await colleague.getByRole('heading', { level: 2, name: t('pending.title') }).waitFor()
    const why = colleague.getByRole('link', { name: t('pending.lockedWhy') })
    await why.waitFor()
    // Where the sentence is long, its link is not cut off.
    const ends = await why.evaluate((link) =>
      [link, link.closest('th') ?? link].map((of) => of.getBoundingClientRect().right),
    )
    expect(ends[0]).toBeLessThan(ends[1] ?? 0)
    await expectGoodInEveryView(colleague)
    await choose(colleague, language)
    await colleague.getByRole('button', { name: new RegExp(`^${t('pending.act.approve')}`) }).click()
    const approving = colleague.getByRole('dialog')
    await approving.getByText(t('pending.final')).waitFor()
    await expectGood(colleague)
    await approving.getByRole('button', { name: t('pending.act.approve'), exact: true }).click()
    await colleague.getByText(t('pending.was.approve')).waitFor()

    const receiver = await openPage({ locale })
    await signInAs(receiver, recipient.admin, t('layout.profileMenu'))
    await receiver.goto(new URL(admin.url()).pathname + new URL(admin.url()).search)
    await receiver.getByText(t('pending.yours.acceptance', { account: sender.name })).waitFor()
    await expectGoodInEveryView(receiver)
    await choose(receiver, language)
    await receiver.getByRole('button', { name: t('pending.act.accept'), exact: true }).click()
    await receiver
      .getByRole('dialog')
      .getByRole('button', { name: t('pending.act.accept'), exact: true })
      .click()
    await receiver.getByText(t('pending.was.done')).waitFor()
    await expectGood(receiver)

    await admin.getByText(t('pending.was.done')).waitFor({ timeout: 30_000 })
    await admin.getByRole('link', { name: t('activity.openRecord') }).click()
    await admin.getByRole('heading', { level: 1, name: t('records.title') }).waitFor()
    expect(await heldBy(sender)).toMatchObject({ balance: 14, locked: 0 })
    expect(await heldBy(recipient)).toMatchObject({ balance: 26, locked: 0 })
  },
)

test.for(languages)('a claim is undone in time, and another ends by itself (%s)', async (language, { openPage }) => {
  const t = await textsIn(language)
  const pair = await aPair(`Salt Workers ${language}`, { approvalFrom: 1 })
  const page = await openPage({ locale: localeOf(language) })
  await signInAs(page, pair.colleague, t('layout.profileMenu'))

  const undone = await anUndoableClaim(pair, 'Undone Bakery', 600)
  await page.goto(pendingPath(undone))
  await page.getByText(t('pending.now.undo')).waitFor()
  await page.getByRole('timer').waitFor()
  await expectGoodInEveryView(page)
  await choose(page, language)
  await page.getByRole('button', { name: t('pending.act.undo'), exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(t('pending.was.undo')).waitFor()
  await page.getByText(t('pending.outcome.undone'), { exact: true }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(await heldBy(pair)).toEqual({ balance: 20, locked: 0, retired: 0 })

  const ends = await anUndoableClaim(pair, 'Claimed Bakery', 6)
  await page.goto(pendingPath(ends))
  await page.getByText(t('pending.now.undo')).waitFor()
  await page.getByText(t('pending.was.done')).waitFor()
  await page.getByRole('link', { name: t('claims.view') }).waitFor()
  expect(await heldBy(pair)).toEqual({ balance: 18, locked: 0, retired: 2 })

  await page.goto(pendingListPath())
  await page.getByRole('link', { name: t('pending.what.claim', { beneficiary: 'Claimed Bakery' }) }).waitFor()
  await expectGoodInEveryView(page)
})

test.for(languages)(
  'a movement is refused with a reason; a decision that comes late says so, and shows what became of it (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const locale = localeOf(language)
    const pair = await aPair(`Net Menders ${language}`, { approvalFrom: 1 })
    const pendingId = await anUndoableClaim(pair, 'Late Bakery', 600)
    const sql = await theDatabase()
    await sql`update pending_act set waits_for = 'approval' where id = ${pendingId}`
    await sql.end()
    const [mine, theirs] = [await openPage({ locale }), await openPage({ locale, width: 360 })]
    await signInAs(mine, pair.admin, t('layout.profileMenu'))
    await signInAs(theirs, pair.colleague, t('layout.profileMenu'))
    await mine.goto(pendingPath(pendingId))
    const takeBack = mine.getByRole('button', { name: t('pending.act.takeBack'), exact: true })
    await takeBack.waitFor()
    await theirs.goto(pendingPath(pendingId))
    await theirs.getByRole('button', { name: t('pending.act.refuse'), exact: true }).click()
    const dialog = theirs.getByRole('dialog')
    await dialog.getByLabel(t('projects.reason')).fill('The bakery has moved.')
    await expectGood(theirs)
    await dialog.getByRole('button', { name: t('pending.act.refuse'), exact: true }).click()
    const said = t('notices.reason', { reason: 'The bakery has moved.' })
    await theirs.getByText(said).waitFor()
    await expectGood(theirs)
    mine.expectRefusal({ path: /\/decision$/, status: 409 })
    await takeBack.click()
    await mine.getByText(t('refusals.pending.ended')).waitFor()
    await mine.getByText(said).waitFor()

    mine.expectRefusal({ path: /\/api\/wallet\/pending\//, status: 404 })
    await mine.goto(pendingPath('none'))
    await mine.getByText(t('pending.unknown')).waitFor()
    await expectGoodInEveryView(mine)
  },
)
