import type { TFunction } from 'i18next'
import { afterAll, beforeAll, describe } from 'vitest'
import { letReceive, listAccounts } from '#shared/contract/accounts.ts'
import { decideMethodology, proposeMethodology } from '#shared/contract/methodologies.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { holdingsPath, methodologyPath, paths, reviewPath, userPath } from '#shared/rules/paths.ts'
import { setMarket } from '#tests/conformance/specification/people.ts'
import { aProject } from '#tests/kit/an-export.ts'
import { test, type WatchedPage } from './browser.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { imported } from './importing.ts'
import { aProjectAtWork, aSubmittedMeasurement, type ProjectAtWork } from './project-at-work.ts'
import { sandboxCaller, sandboxPeople, signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'

let work: ProjectAtWork
let submittedMeasurement: string
let returnedMethodology: string
/** Accounts without people; the second may receive units. */
const withoutPeople = ['Dunes without People Ltd', 'Marshes without People Ltd'] as const
const invited = { firstName: 'Wanjiru', lastName: 'Kamau', email: `${crypto.randomUUID()}@registry.test` }
beforeAll(async () => {
  const people = await sandboxPeople()
  work = await aProjectAtWork(people)
  submittedMeasurement = await aSubmittedMeasurement(people)
  returnedMethodology = await aReturnedMethodology(people)
  await imported(withoutPeople.map((developer) => aProject({ project_id: crypto.randomUUID(), developer })))
  const [receiving] = (await people.admin.call(listAccounts, { query: { q: withoutPeople[1] } })).items
  const params = { accountId: receiving?.accountId ?? '' }
  await people.admin.call(letReceive, { params, body: { mayReceive: true, reason: 'It joins next week.' } })
  await (await sandboxCaller('account-admin')).call(inviteUser, { body: invited })
  await setMarket(true)
})
afterAll(() => setMarket(false))

async function aReturnedMethodology({ proponent, admin }: Awaited<ReturnType<typeof sandboxPeople>>): Promise<string> {
  const name = `Eelgrass ${crypto.randomUUID()}`
  const body = { name, version: '1.0', description: 'Counted by divers.' }
  const { methodologyId } = await proponent.call(proposeMethodology, { body })
  const params = { methodologyId }
  await admin.call(decideMethodology, { params, body: { act: 'return', reason: 'Say how many divers.' } })
  return methodologyPath(methodologyId)
}

/** Checks every view, then returns to English. */
async function look(page: WatchedPage): Promise<void> {
  await expectGoodInEveryView(page)
  await choose(page, 'en')
}

const button = (page: WatchedPage, name: string) => page.getByRole('main').getByRole('button', { name }).first()

async function tryDialogs(page: WatchedPage, address: string, ...buttons: readonly string[]): Promise<void> {
  await page.goto(address)
  for (const name of buttons) {
    await button(page, name).click()
    await page.getByRole('dialog').waitFor()
    await look(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

async function tryOpened(page: WatchedPage, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('dialog').waitFor()
  await look(page)
}

/** Leaving the dialog asks before it discards a chosen recipient. */
async function tryTransfer(page: WatchedPage, t: TFunction): Promise<void> {
  await page.goto(paths.wallet)
  await button(page, t('wallet.transfer')).click()
  const recipient = page.getByRole('combobox', { name: t('wallet.recipient') })
  await recipient.fill('Harbour')
  const option = page.getByRole('option', { name: /Harbour Trading Company/ })
  await option.waitFor()
  await look(page)
  await option.click()
  await page.getByRole('dialog').getByRole('textbox').nth(0).fill('1')
  await page.getByRole('dialog').locator('button[type=submit]').click()
  await page.getByRole('dialog').locator('dl').waitFor()
  await look(page)
  await page.keyboard.press('Escape')
  await page.getByText(t('ui.discardQuestion')).waitFor()
  await look(page)
  await page.getByRole('button', { name: t('ui.discard') }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Stops before sending. */
async function trySuspending(page: WatchedPage, address: string, t: TFunction): Promise<void> {
  await page.goto(address)
  await button(page, t('users.editNamed', { name: '' }).trim()).click()
  await page.getByRole('dialog').getByLabel(t('projects.column.status')).selectOption('SUSPENDED')
  await look(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: t('ui.discard') }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

async function tryInvitationLink(page: WatchedPage, t: TFunction): Promise<void> {
  await page.goto(userPath(invited.email))
  await button(page, t('users.resendTo', { name: `${invited.firstName} ${invited.lastName}` })).click()
  await page.getByRole('dialog', { name: t('users.linkTitle') }).waitFor()
  await look(page)
}

async function tryDesk(page: WatchedPage, t: TFunction): Promise<void> {
  await page.goto(reviewPath('projects'))
  await page.getByRole('checkbox').first().check()
  for (const act of ['approve', 'requestChanges', 'reject'] as const) {
    await button(page, t(`queue.act.${act}`)).click()
    await page.getByRole('dialog').getByRole('listitem').first().waitFor()
    await look(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('complementary', { name: t('review.decision') }).waitFor()
  await look(page)
  for (const act of ['requestChanges', 'reject'] as const) {
    await button(page, t(`queue.act.${act}`)).click()
    await page.getByRole('dialog').waitFor()
    await look(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

async function tryPreview(page: WatchedPage, t: TFunction): Promise<void> {
  await page.goto(`${work.project}&tab=documents`)
  await button(page, t('documents.showNamed', { name: '' }).trim()).click()
  await page.getByRole('dialog').locator('iframe').waitFor()
  await look(page)
}

async function tryCropping(page: WatchedPage): Promise<void> {
  await page.goto(work.draft)
  const buffer = await page.screenshot()
  await page.locator('input[name=image]').setInputFiles({ name: 'bay.png', mimeType: 'image/png', buffer })
  await page.getByRole('dialog').waitFor()
  await look(page)
}

async function tryPalette(page: WatchedPage): Promise<void> {
  await page.goto(paths.projects)
  await page.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('Kitui')
  await page.getByRole('dialog').getByRole('option').first().waitFor()
  await look(page)
}

describe('every dialog is accessible and fits', async () => {
  const t = await textsIn('en')

  test('of a proponent', async ({ page: proponent }) => {
    await signInAs(proponent, 'proponent')
    await tryTransfer(proponent, t)
    await tryDialogs(proponent, paths.wallet, t('wallet.claim'))
    await tryDialogs(proponent, paths.market, t('market.makeOffer'), t('market.holdings'), t('market.properties'))
    await tryDialogs(proponent, paths.myProjects, t('dashboard.request'))
    await tryDialogs(proponent, work.draft, t('projects.act.submit'))
    await tryDialogs(proponent, work.openMeasurement, t('measurements.act.reschedule'))
    const decisions = ['accept', 'requestChanges', 'reject'].map((act) => t(`measurements.act.${act}`))
    await tryDialogs(proponent, submittedMeasurement, ...decisions)
    await tryOpened(proponent, paths.newMethodology)
    await tryDialogs(proponent, returnedMethodology, t('methodologies.edit'))
    await tryDialogs(proponent, work.verified, t('verifications.mint'))
    await tryDialogs(proponent, paths.tasks, t('tasks.assign'))
    await tryPreview(proponent, t)
    await tryPalette(proponent)
    await tryCropping(proponent)
  })

  test('of a measurer', async ({ page: measurer }) => {
    await signInAs(measurer, 'measurer')
    await tryDialogs(measurer, paths.measurements, t('measurements.open'))
  })

  test('of a verifier', async ({ page: verifier }) => {
    await signInAs(verifier, 'verifier')
    const { verification } = work
    await tryDialogs(verifier, verification, t('verifications.openFinding'), t('verifications.planVisit'))
  })

  test('of a tenant admin', async ({ page: admin }) => {
    await signInAs(admin, 'tenant-admin')
    await tryDesk(admin, t)
    await tryDialogs(admin, holdingsPath('green-hills'), t('burn.act'))
    await tryDialogs(admin, work.project, t('projects.act.withdraw'))
    await tryDialogs(admin, reviewPath('accounts', { status: 'active' }), t('review.accountAct.suspend'))
    const [closed, open] = withoutPeople.map((q) => reviewPath('accounts', { status: 'active', q }))
    await tryDialogs(admin, String(closed), t('review.letReceive.act'))
    await tryDialogs(admin, String(open), t('review.stopReceiving.act'))
    await tryDialogs(admin, `${work.project}&tab=overlaps`, t('projects.overlapDecideNamed', { name: '' }).trim())
    await tryDialogs(admin, work.methodology, t('methodologies.allow'), t('methodologies.act.deprecate'))
  })

  test('of an account admin', async ({ page: manager }) => {
    await signInAs(manager, 'account-admin')
    const users = userPath('proponent@registry.test')
    const userButtons = ['users.editNamed', 'users.deleteNamed'].map((key) => t(key, { name: '' }).trim())
    await tryDialogs(manager, users, t('users.invite'), ...userButtons)
    await trySuspending(manager, users, t)
    await tryInvitationLink(manager, t)
    await tryDialogs(manager, paths.profile, t('accounts.edit'))
  })
})
