import { afterAll, beforeAll, expect } from 'vitest'
import { readAccount } from '#shared/contract/accounts.ts'
import { listNotices } from '#shared/contract/notices.ts'
import { decideProject } from '#shared/contract/projects.ts'
import { changeSettings, readSettings } from '#shared/contract/settings.ts'
import { readVerification } from '#shared/contract/verifications.ts'
import { listBalances, transferUnits } from '#shared/contract/wallet.ts'
import { languages } from '#shared/rules/languages.ts'
import { paths, reviewPath } from '#shared/rules/paths.ts'
import { type RunningWorld, startEmbeddedWorld } from '#tests/kit/embedded-world.ts'
import { expectGood, test, type WatchedPage } from './browser.ts'
import { theDatabase } from './database.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { pressOn, typeInto } from './keyboard.ts'
import { aProjectAtWork } from './project-at-work.ts'
import { sandboxCaller, sandboxPeople, signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'

const startMs = 240_000

/** A registry of this file's own, whose rules change; a mint of 100 units waits for a second person. */
let registry: RunningWorld
/** The page of a verification with units to mint. */
let verified: string
beforeAll(async () => {
  registry = await startEmbeddedWorld()
  const people = await sandboxPeople(registry)
  verified = (await aProjectAtWork(people)).verified
  await people.admin.call(changeSettings, { body: { approvalFrom: 100 } })
}, startMs)
afterAll(() => registry.stop())

const issued = async () => {
  const verificationId = new URL(verified, registry.baseUrl).searchParams.get('id') ?? ''
  const proponent = await sandboxCaller('proponent', registry)
  return (await proponent.call(readVerification, { params: { verificationId } })).issued
}

/** Notices are written within a second or two. */
const isTold = async (pendingId: string | null) => {
  const admin = await sandboxCaller('tenant-admin', registry)
  return (await admin.call(listNotices)).items.some(({ facts }) => facts.transactionId === pendingId)
}

const inDialog = (page: WatchedPage, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

test.for(languages)(
  'a mint waits on both sides; an admin of the registry approves exactly this, and refuses another with a reason (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const view = { locale: language === 'en' ? 'en-GB' : language, baseUrl: registry.baseUrl }
    const before = await issued()
    const proponent = await openPage(view)
    await signInAs(proponent, 'proponent', t('layout.profileMenu'), registry)
    const prepare = async (quantity: string) => {
      await proponent.goto(verified)
      await pressOn(proponent.getByRole('button', { name: t('verifications.mint') }))
      const field = proponent.getByRole('dialog').getByRole('textbox', { name: /2023/ })
      await typeInto(field, quantity)
      await pressOn(inDialog(proponent, t('wallet.preview')))
      await proponent.getByText(t('pending.before.mintApproval')).waitFor()
      const [, , numbersLater = ''] = t('pending.mintLine', { quantity: '@', left: '@' }).split('@')
      await proponent.getByText(numbersLater.trim()).waitFor()
      return inDialog(proponent, t('pending.confirm.approval'))
    }
    const send = await prepare('120')
    await expectGoodInEveryView(proponent)
    await choose(proponent, language)
    await pressOn(send)
    await proponent.waitForURL(/\/wallet\?pending=/)
    await proponent.getByText(t('pending.now.mintApproval')).waitFor()
    await proponent.getByRole('heading', { level: 2, name: t('pending.unitsToIssue') }).waitFor()
    expect(await proponent.getByRole('button', { name: t('pending.act.approve'), exact: true }).count()).toBe(0)
    await proponent.getByRole('button', { name: t('pending.act.takeBack'), exact: true }).waitFor()
    await expectGoodInEveryView(proponent)
    await choose(proponent, language)
    expect(await issued()).toBe(before)
    const waiting = proponent.url()
    await proponent.goto(verified)
    await proponent.getByText(t('verifications.reserved')).waitFor()
    await expectGood(proponent)
    await proponent.goto(waiting)
    await proponent.getByText(t('pending.now.mintApproval')).waitFor()

    const admin = await openPage(view)
    await signInAs(admin, 'tenant-admin', t('layout.profileMenu'), registry)
    const openNewest = async () => {
      const { pathname, search, searchParams } = new URL(proponent.url())
      await expect.poll(() => isTold(searchParams.get('pending'))).toBe(true)
      await admin.goto(paths.notices)
      await pressOn(admin.getByRole('main').locator(`a[href="${pathname}${search}"]`).first())
      await admin.getByRole('button', { name: t('pending.act.approve'), exact: true }).waitFor()
    }
    await openNewest()
    await admin.getByText(t('pending.yours.approval', { by: 'Project Proponent' })).waitFor()
    await admin.getByRole('link', { name: 'Green Hills Cooperative', exact: true }).waitFor()
    await expectGoodInEveryView(admin)
    await choose(admin, language)
    await pressOn(admin.getByRole('button', { name: t('pending.act.approve'), exact: true }))
    await admin.getByRole('dialog').getByText(t('pending.final')).waitFor()
    await admin
      .getByRole('dialog')
      .getByRole('link', { name: t('pending.evidence') })
      .waitFor()
    await expectGoodInEveryView(admin)
    await choose(admin, language)
    await pressOn(inDialog(admin, t('pending.act.approve')))
    await admin.getByText(t('pending.was.approve')).waitFor()
    expect(await issued()).toBe(before + 120)
    await proponent.getByText(t('pending.was.done')).waitFor({ timeout: 30_000 })
    await proponent.getByRole('heading', { level: 2, name: t('pending.unitsIssued') }).waitFor()
    await proponent
      .getByText(`-${before + 1}`)
      .first()
      .waitFor()
    await expectGoodInEveryView(proponent)
    await choose(proponent, language)

    await pressOn(await prepare('100'))
    await proponent.waitForURL(/\/wallet\?pending=/)
    await proponent.getByText(t('pending.now.mintApproval')).waitFor()
    await admin.goto(paths.home)
    await pressOn(admin.getByRole('link', { name: t('dashboard.registryPending', { count: 1 }) }))
    await admin.getByRole('heading', { level: 1, name: t('pending.registryTitle') }).waitFor()
    const { pathname, search } = new URL(proponent.url())
    const row = admin.getByRole('main').locator(`a[href="${pathname}${search}"]`)
    await row.waitFor()
    await expectGoodInEveryView(admin)
    await choose(admin, language)
    await pressOn(row)
    await pressOn(admin.getByRole('button', { name: t('pending.act.refuse'), exact: true }))
    await typeInto(admin.getByRole('dialog').getByLabel(t('projects.reason')), 'The visit has no report.')
    await expectGoodInEveryView(admin)
    await choose(admin, language)
    await pressOn(inDialog(admin, t('pending.act.refuse')))
    await admin.getByText(t('pending.wasMint.refuse'), { exact: true }).waitFor()
    const said = t('notices.reason', { reason: 'The visit has no report.' })
    await proponent.getByText(said).waitFor({ timeout: 30_000 })
    await expectGood(proponent)
    await proponent.goto(paths.notices)
    await proponent.getByText(said).first().waitFor()
    await expectGoodInEveryView(proponent)
    expect(await issued()).toBe(before + 120)
  },
)

/** As if a day had passed: a lifted rule is a weaker one. */
async function aDayLater() {
  const sql = await theDatabase(registry)
  await sql`update protection_to_come set starts_at = now()`
  await sql.end()
  const admin = await sandboxCaller('tenant-admin', registry)
  await expect.poll(async () => (await admin.call(readSettings)).coming, { timeout: 30_000 }).toEqual([])
}

const reason = 'The reports are under investigation.'

/** The buyer's first asset, which the seller has got before: its name need not be typed again. */
async function aHolding() {
  const [buyer, seller] = [await sandboxCaller('buyer', registry), await sandboxCaller('proponent', registry)]
  const { accountId } = await buyer.call(readAccount)
  const recipient = await seller.call(readAccount)
  const [held] = (await buyer.call(listBalances, { query: { accountId } })).items
  if (!held) throw new Error('The buyer holds nothing.')
  const { assetId, projectId } = held
  await buyer.call(transferUnits, { body: { toAccountId: recipient.accountId, items: [{ assetId, quantity: 1 }] } })
  const admin = await sandboxCaller('tenant-admin', registry)
  const decide = (act: 'suspend' | 'resume') =>
    admin.call(decideProject, { params: { projectId }, body: { act, ...(act === 'suspend' && { reason }) } })
  return { recipient: recipient.name, decide }
}

test.for(languages)(
  'units of a suspended project: the wallet and the open form say what the registry forbids, and the same acts pass once it is lifted (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const view = { locale: language === 'en' ? 'en-GB' : language, baseUrl: registry.baseUrl }
    const { recipient, decide } = await aHolding()
    const admin = await openPage(view)
    await signInAs(admin, 'tenant-admin', t('layout.profileMenu'), registry)
    const rules = ['transfersOfStoppedProjects', 'claimsOfStoppedProjects'] as const
    const toggle = async (hasViews: boolean) => {
      await admin.goto(reviewPath('settings'))
      for (const rule of rules) await pressOn(admin.getByLabel(t(`registrySettings.${rule}`)), 'Space')
      if (hasViews) {
        await expectGoodInEveryView(admin)
        await choose(admin, language)
      }
      await pressOn(admin.getByRole('button', { name: t('ui.save'), exact: true }))
      await admin.getByText(t('registrySettings.saved')).waitFor()
    }

    const holder = await openPage(view)
    await signInAs(holder, 'buyer', t('layout.profileMenu'), registry)
    const dialog = holder.getByRole('dialog')
    const press = (name: string) => pressOn(dialog.getByRole('button', { name, exact: true }))
    const open = async (act: 'transfer' | 'claim') => {
      await holder.goto(paths.wallet)
      await pressOn(holder.getByRole('button', { name: t(`wallet.${act}`) }).first())
    }
    const fillTransfer = async () => {
      await open('transfer')
      await dialog.getByRole('combobox', { name: t('wallet.recipient') }).fill(recipient)
      await dialog.getByRole('option', { name: recipient }).first().click()
      await dialog.getByRole('textbox').first().fill('2')
    }
    const fillClaim = async (beneficiary: string) => {
      await open('claim')
      await dialog.getByRole('textbox').first().fill('1')
      await dialog.getByLabel(t('wallet.beneficiaryKind')).selectOption('organisation')
      await dialog.getByLabel(t('claims.column.beneficiary'), { exact: true }).fill(beneficiary)
      await dialog.getByLabel(t('claims.purpose'), { exact: true }).selectOption('personal')
      await dialog.getByLabel(t('wallet.isAuthorised')).check()
    }
    await fillTransfer()
    await toggle(true)
    await decide('suspend')
    await press(t('wallet.preview'))
    await dialog.getByText(t('wallet.notTransferable')).waitFor()
    await dialog.getByText(t('wallet.stopped.suspended', { reason })).waitFor()
    expect(await dialog.getByRole('button', { name: t('wallet.transferConfirm') }).isDisabled()).toBe(true)
    await expectGoodInEveryView(holder)
    await choose(holder, language)

    await holder.goto(paths.wallet)
    await holder.getByText(t('wallet.notTransferable')).waitFor()
    await holder.getByText(t('wallet.notClaimable')).waitFor()
    await holder.getByText(reason).waitFor()
    for (const act of ['transfer', 'claim'] as const)
      expect(await holder.getByRole('button', { name: t(`wallet.${act}`) }).count()).toBe(0)
    await expectGoodInEveryView(holder)
    await choose(holder, language)

    await toggle(false)
    await admin
      .getByRole('button', { name: t('caps.keep') })
      .first()
      .waitFor()
    await aDayLater()
    await fillTransfer()
    await press(t('wallet.preview'))
    await dialog.getByText(t('wallet.stopped.suspended', { reason })).waitFor()
    await press(t('wallet.transferConfirm'))
    await holder.getByText(t('wallet.transferred', { recipient })).waitFor()
    await fillClaim(`Bakery of the Old Town ${language}`)
    await press(t('wallet.preview'))
    await press(t('wallet.claimConfirm'))
    await holder.waitForURL(/\/claims\?key=/)
    await holder.getByText(`Bakery of the Old Town ${language}`).first().waitFor()
    await expectGood(holder)
    await decide('resume')
  },
)
