import { expect } from 'vitest'
import { readClaim } from '#shared/contract/claims.ts'
import { languages } from '#shared/rules/languages.ts'
import { claimPath, paths } from '#shared/rules/paths.ts'
import { callerAt } from '#tests/kit/person.ts'
import { aClaim } from './a-claim.ts'
import { expectGood, test } from './browser.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'
import { world } from './world.ts'

async function certificateOf(claimId: string): Promise<{ number: string; sha256: string }> {
  const read = () => callerAt(world.baseUrl, null).call(readClaim, { params: { claimId } })
  await expect.poll(async () => (await read()).certificate?.sha256 ?? null, { timeout: 60_000 }).not.toBeNull()
  const { number = '', sha256 } = (await read()).certificate ?? {}
  return { number, sha256: sha256 ?? '' }
}

test.for(languages)(
  'an account corrects a misspelt beneficiary; version 1 stays, superseded on the page and in the verify box (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const locale = language === 'en' ? 'en-GB' : language
    const claimId = await aClaim('Harbour Bakry')
    const { number, sha256 } = await certificateOf(claimId)
    const page = await openPage({ locale })
    await signInAs(page, 'buyer', t('layout.profileMenu'))
    await page.goto(claimPath(claimId))
    const [, days = ''] = t('correction.daysLeft', { count: 30, until: '@' }).split('@')
    await page.getByText(days).waitFor()
    await page.getByRole('button', { name: t('correction.act') }).click()
    const dialog = page.getByRole('dialog')
    const preview = dialog.getByRole('button', { name: t('wallet.preview') })
    const publish = dialog.getByRole('button', { name: t('correction.confirm') })
    const name = dialog.getByLabel(t('claims.column.beneficiary'), { exact: true })
    expect(await name.inputValue()).toBe('Harbour Bakry')
    await expectGoodInEveryView(page)
    await choose(page, language)
    await preview.click()
    await dialog.getByText(t('correction.same')).waitFor()
    expect(await publish.isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: t('wallet.back') }).click()
    await name.fill('Harbour Bakery II')
    await preview.click()
    const row = dialog.getByRole('row').filter({ hasText: t('claims.column.beneficiary') })
    await row.filter({ hasText: 'Harbour Bakry' }).getByText('Harbour Bakery II').waitFor()
    await expectGoodInEveryView(page)
    await choose(page, language)
    await publish.click()
    await page.getByText(t('correction.done')).waitFor()

    const versionOf = (version: number) =>
      page.getByRole('listitem').filter({ hasText: t('correction.version', { version }) })
    await versionOf(1).getByText(t('correction.status')).waitFor()
    await versionOf(1).getByText('Harbour Bakry').waitFor()
    await versionOf(2).getByText(t('correction.valid')).waitFor()
    await versionOf(2).getByText('Harbour Bakery II').waitFor()
    await page
      .getByText(t('claims.certificateVersion', { number, version: 2 }))
      .first()
      .waitFor({ timeout: 30_000 })
    await expectGoodInEveryView(page)

    const visitor = await openPage({ locale })
    await visitor.goto(paths.claims)
    await visitor.getByLabel(t('claims.verify.title')).last().fill(sha256)
    await visitor.getByRole('button', { name: t('claims.verify.act'), exact: true }).click()
    await visitor.getByText(t('claims.verify.verdict.superseded', { count: 1, quantity: '1' })).waitFor()
    await visitor.goto(claimPath(claimId))
    const first = visitor.getByRole('listitem').filter({ hasText: t('correction.version', { version: 1 }) })
    await first.getByText('Harbour Bakry').waitFor()
    expect(await visitor.getByRole('button', { name: t('correction.act') }).count()).toBe(0)
    await expectGood(visitor)
  },
)

test('the registry corrects a wording with a reason that everybody reads', async ({ openPage }) => {
  const claimId = await aClaim('Harbour Fishers')
  const page = await openPage({ width: 360 })
  await signInAs(page, 'tenant-admin')
  await page.goto(claimPath(claimId))
  await page.getByRole('button', { name: 'Correct the wording' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await dialog.getByLabel('Purpose in detail').fill('Report of 2024')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Please correct one field.').waitFor()
  await dialog.getByLabel('Reason, for everybody to read').fill('The report says so.')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Publish the correction' }).click()
  await page.getByText('Reason: The report says so.').waitFor()
  await page.getByText(/^Corrected by the registry/).waitFor()
  await expectGood(page)
})
