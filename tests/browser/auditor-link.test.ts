import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'
import { readAccount } from '#shared/contract/accounts.ts'
import { createClaim } from '#shared/contract/claims.ts'
import { listBalances } from '#shared/contract/wallet.ts'
import { languages } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { expectAccessible, expectGood, expectNoSidewaysScroll, test, themes, whole } from './browser.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'

const dayMs = 86_400_000
const tomorrow = () => new Date(Date.now() + dayMs).toISOString().slice(0, 10)

async function aNotedClaim(ownReference: string) {
  const proponent = await sandboxCaller('proponent')
  const { accountId } = await proponent.call(readAccount)
  const { items } = await proponent.call(listBalances, { query: { accountId } })
  const held = items.find(({ balance, locked, stop }) => balance - locked > 0 && !stop)
  return proponent.call(createClaim, {
    body: {
      items: [{ assetId: held?.assetId ?? '', quantity: 1 }],
      beneficiaryKind: 'organisation',
      beneficiary: 'Lake Bakery',
      purpose: 'personal',
      ownReference,
      note: `Cost centre of ${ownReference}`,
      isAuthorised: true,
    },
  })
}

test.for(languages)('an auditor reads by a link until it ends (%s)', async (language, { openPage }) => {
  const t = await textsIn(language)
  const locale = language === 'en' ? 'en-GB' : language
  const reference = `PO-${language}-7`
  const label = `Amani Auditors ${language}`
  await aNotedClaim(reference)
  const admin = await openPage({ locale })
  await signInAs(admin, 'account-admin', t('layout.profileMenu'))
  await admin.goto(paths.profile)
  const links = admin.locator('section', { has: admin.getByRole('heading', { level: 2, name: t('auditor.links') }) })
  await links.getByRole('button', { name: t('auditor.make') }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel(t('auditor.label')).fill(label)
  await dialog.getByLabel(t('auditor.endsOn')).fill(tomorrow())
  await dialog.getByRole('heading', { name: t('auditor.preview') }).waitFor()
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: t('auditor.make') }).click()
  await dialog.getByRole('heading', { name: t('auditor.madeTitle') }).waitFor()
  const url = (await dialog.locator('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: t('frame.close') }).click()
  await links.getByText(label).waitFor()
  await expectGood(admin)

  const auditor = await openPage({ locale, width: 360 })
  await auditor.clock.install()
  await auditor.goto(url)
  const account = (await (await sandboxCaller('account-admin')).call(readAccount)).name
  await auditor.getByRole('heading', { level: 1, name: t('auditor.title', { account }) }).waitFor()
  expect(auditor.url()).not.toContain(new URL(url).hash.slice(1))
  await auditor.getByLabel(t('auditor.search')).fill(reference)
  await auditor.getByText(`Cost centre of ${reference}`).waitFor()
  await expectGood(auditor)
  const downloading = auditor.waitForEvent('download')
  await auditor.getByRole('button', { name: t('yearly.auditFile') }).click()
  const zip = unzipSync(new Uint8Array(await readFile(await (await downloading).path())))
  const notes = Object.keys(zip).filter((name) => name.endsWith('/own-words.json'))
  expect(notes.some((name) => strFromU8(zip[name] ?? new Uint8Array()).includes('Cost centre'))).toBe(true)
  await auditor.clock.fastForward(2 * dayMs)
  await auditor.getByText(t('refusals.auditorLink.ended')).waitFor()
  expect(await auditor.getByText(reference).count()).toBe(0)
  await expectGood(auditor)

  await admin.reload()
  await links.getByRole('button', { name: t('review.actNamed', { act: t('auditor.revoke'), name: label }) }).click()
  await dialog.getByRole('button', { name: t('auditor.revoke') }).click()
  await links.getByText(t('auditor.state.revoked')).first().waitFor()
  const late = await openPage({ locale })
  late.expectRefusal({ path: /\/api\/account\//, status: 403 })
  await late.goto(url)
  await late.getByText(t('refusals.auditorLink.revoked')).waitFor()
  await admin.goto(`${paths.audit}?act=auditorLink`)
  await admin
    .getByText(t('audit.did.auditorLink.open', { who: label, subject: account }))
    .first()
    .waitFor()
})

test('the page for auditors is good without a link, and with a wrong one, in both themes', async ({ openPage }) => {
  for (const theme of themes) {
    const page = await openPage({ theme, width: 360 })
    await page.goto('/auditor')
    await page.getByText('This page opens by the whole address of an auditor’s link.').waitFor()
    await expectGood(page)
    page.expectRefusal({ path: /\/api\/account\//, status: 404 })
    await page.goto(`/auditor#sample.${'A'.repeat(43)}`)
    await page.getByText('There is no such link.').waitFor()
    await whole(page)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
})
