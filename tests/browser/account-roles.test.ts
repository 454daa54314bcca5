import { expect } from 'vitest'
import { transferUnits } from '#shared/contract/wallet.ts'
import { languages } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { pendingPath } from '#shared/rules/pending-path.ts'
import { aPair } from './a-pair.ts'
import { expectGood, test } from './browser.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'

const lastDay = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

test.for(languages)(
  'an admin makes a colleague a viewer, who moves nothing, then an approver, who decides (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const locale = language === 'en' ? 'en-GB' : language
    const sender = await aPair(`Reed Weavers ${language}`, { approvalFrom: 1 })
    const recipient = await aPair(`Boat Builders ${language}`)

    const admin = await openPage({ locale })
    await signInAs(admin, sender.admin, t('layout.profileMenu'))
    const give = async (role: 'Viewer' | 'Approver') => {
      await admin.goto(`${paths.userAdmin}?q=${sender.colleague}`)
      const edit = t('users.editNamed', { name: '' }).trim()
      await admin.getByRole('button', { name: new RegExp(edit) }).click()
      const dialog = admin.getByRole('dialog')
      await dialog.getByRole('radio', { name: new RegExp(`^${t(`users.roles.${role}`)}`) }).check()
      if (role === 'Viewer') {
        await dialog.getByLabel(t('accountRoles.endsOn')).fill(lastDay)
        await expectGoodInEveryView(admin)
        await choose(admin, language)
      }
      await dialog.getByRole('button', { name: t('ui.save') }).click()
      await admin.getByText(t('users.updated')).waitFor()
      await admin.getByRole('cell', { name: t(`users.roles.${role}`) }).waitFor()
    }
    await give('Viewer')
    await admin.goto(`${paths.userAdmin}?role=Viewer`)
    await admin.getByRole('cell', { name: sender.colleague }).waitFor()
    await expectGood(admin)

    const colleague = await openPage({ locale })
    await signInAs(colleague, sender.colleague, t('layout.profileMenu'))
    await colleague.goto(paths.wallet)
    await colleague.getByText(t('accountRoles.own', { role: t('users.roles.Viewer') })).waitFor()
    await colleague.getByText(t('accountRoles.hint.Viewer')).waitFor()
    for (const act of [t('wallet.transfer'), t('wallet.claim')])
      expect(await colleague.getByRole('button', { name: new RegExp(`^${act}`) }).count()).toBe(0)
    expect(await colleague.getByRole('checkbox').count()).toBe(0)
    await expectGoodInEveryView(colleague)
    await choose(colleague, language)
    await colleague.goto(paths.profile)
    await colleague.getByText(t('accountRoles.hint.Viewer')).waitFor()
    expect(await colleague.getByRole('button', { name: t('stop.act') }).count()).toBe(0)
    await expectGood(colleague)

    await give('Approver')
    const { pendingId } = await sender.wait(transferUnits, {
      body: { toAccountId: recipient.accountId, items: [{ assetId: sender.assetId, quantity: 2 }] },
    })
    await colleague.goto(pendingPath(pendingId))
    await colleague.getByRole('button', { name: t('pending.act.approve'), exact: true }).click()
    await colleague
      .getByRole('dialog')
      .getByRole('button', { name: t('pending.act.approve'), exact: true })
      .click()
    await colleague.getByText(t('pending.was.approve')).waitFor()
    await colleague.goto(paths.wallet)
    await colleague.getByText(t('accountRoles.hint.Approver')).waitFor()
    await expectGood(colleague)

    await colleague.goto(paths.roles)
    await colleague.getByRole('heading', { level: 2, name: t('accountRoles.inAccount') }).waitFor()
    await expectGoodInEveryView(colleague)
  },
)
