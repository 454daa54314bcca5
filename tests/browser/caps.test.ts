import { expect } from 'vitest'
import { listRecipients, readCaps } from '#shared/contract/caps.ts'
import { languages } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { aPair } from './a-pair.ts'
import { expectGood, test } from './browser.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'

test.for(languages)(
  'an admin caps a day, meets the cap stated, asks for a weaker one and keeps the present one (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const sender = await aPair(`Reed Cutters ${language}`)
    const recipient = await aPair(`Boat Painters ${language}`)
    const admin = await openPage({ locale: language === 'en' ? 'en-GB' : language })
    await signInAs(admin, sender.admin, t('layout.profileMenu'))
    await admin.goto(paths.profile)
    const dialog = admin.getByRole('dialog')
    const change = async (daily: string) => {
      await admin.getByRole('button', { name: t('caps.change') }).click()
      await dialog.getByLabel(t('caps.dailyCap')).fill(daily)
    }
    await change('8')
    await dialog.getByLabel(t('caps.newRecipientCap')).fill('5')
    await expectGoodInEveryView(admin)
    await choose(admin, language)
    await dialog.getByRole('button', { name: t('ui.save') }).click()
    await admin.getByText(t('caps.atMost', { quantity: '8' })).waitFor()
    await expectGood(admin)

    await admin.goto(paths.wallet)
    await admin
      .getByRole('button', { name: t('wallet.transfer') })
      .first()
      .click()
    await dialog.getByText(t('caps.left', { left: '8', most: '8' })).waitFor()
    await dialog.getByText(t('caps.atMost', { quantity: '5' })).waitFor()
    await dialog.getByRole('combobox', { name: t('wallet.recipient') }).fill(recipient.name)
    await dialog.getByRole('option', { name: recipient.name }).first().click()
    await dialog.getByRole('textbox').first().fill('6')
    admin.expectRefusal({ path: /\/api\/wallet\/preview$/, status: 409 })
    await dialog.getByRole('button', { name: t('wallet.preview') }).click()
    await dialog.getByText(t('refusals.caps.firstOfRecipient', { most: '5', used: '0', asked: '6' })).waitFor()
    await expectGood(admin)
    await dialog.getByRole('textbox').first().fill('5')
    await dialog.getByRole('button', { name: t('wallet.preview') }).click()
    await dialog.getByText(t('caps.left', { left: '8', most: '8' })).waitFor()
    await dialog.getByText(t('caps.newFirst', { left: '5' })).waitFor()
    await expectGoodInEveryView(admin)
    await choose(admin, language)
    await dialog.getByLabel(t('wallet.firstTransfer', { recipient: recipient.name })).fill('boat')
    await dialog.getByRole('button', { name: t('wallet.transferConfirm') }).click()
    await admin.getByText(t('wallet.transferred', { recipient: recipient.name })).waitFor()

    await admin.goto(paths.profile)
    await admin.getByText(t('caps.usedToday', { quantity: '5' })).waitFor()
    await change('50')
    await dialog.getByRole('button', { name: t('ui.save') }).click()
    await admin.getByRole('button', { name: t('caps.keep') }).waitFor()
    await expectGoodInEveryView(admin)
    await choose(admin, language)
    expect(await sender.call(readCaps)).toMatchObject({
      own: { dailyCap: 8 },
      coming: [{ name: 'dailyCap', value: 50, present: 8 }],
    })
    await admin.getByRole('button', { name: t('caps.keep') }).focus()
    await admin.keyboard.press('Enter')
    await admin.getByText(t('caps.kept')).waitFor()
    expect((await sender.call(readCaps)).coming).toEqual([])

    await admin.getByRole('button', { name: t('caps.add') }).click()
    await dialog.getByRole('combobox', { name: t('caps.recipient') }).fill(recipient.name)
    await dialog.getByRole('option', { name: recipient.name }).first().click()
    await dialog.getByRole('button', { name: t('caps.add') }).click()
    await admin.getByText(t('caps.added')).waitFor()
    await expectGood(admin)
    await admin
      .getByRole('button', { name: t('review.actNamed', { act: t('caps.remove'), name: recipient.name }) })
      .click()
    await dialog.getByRole('button', { name: t('caps.remove') }).click()
    await admin.getByText(t('caps.removed')).waitFor()
    expect((await sender.call(listRecipients)).items).toEqual([])
  },
)
