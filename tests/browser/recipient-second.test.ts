import { expect } from 'vitest'
import { listRecipients } from '#shared/contract/caps.ts'
import { languages } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { aPair } from './a-pair.ts'
import { expectGood, test } from './browser.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'

test.for(languages)(
  'an admin asks for a recipient, a colleague refuses it with a reason and then confirms it (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const locale = language === 'en' ? 'en-GB' : language
    const sender = await aPair(`Rope Makers ${language}`, { approvalFrom: 5 })
    const recipient = await aPair(`Sail Sewers ${language}`)
    const admin = await openPage({ locale })
    await signInAs(admin, sender.admin, t('layout.profileMenu'))
    await admin.goto(paths.profile)
    const dialog = admin.getByRole('dialog')
    const ask = async () => {
      await admin.getByRole('button', { name: t('caps.add') }).click()
      await dialog.getByRole('combobox', { name: t('caps.recipient') }).fill(recipient.name)
      await dialog.getByRole('option', { name: recipient.name }).first().click()
      await dialog.getByRole('button', { name: t('caps.add') }).click()
      await admin.getByText(t('caps.request.title', { name: recipient.name })).waitFor()
    }
    await ask()
    await admin.getByText(t('caps.asked')).waitFor()
    await admin.getByRole('button', { name: t('caps.request.withdraw') }).waitFor()
    await expectGoodInEveryView(admin)
    await choose(admin, language)
    expect((await sender.call(listRecipients)).items).toEqual([])

    const colleague = await openPage({ locale })
    await signInAs(colleague, sender.colleague, t('layout.profileMenu'))
    const decision = async (name: string) => {
      await colleague.goto(paths.home)
      await colleague.getByRole('link', { name: t('dashboard.recipients', { count: 1 }) }).click()
      await colleague.getByText(t('caps.request.title', { name: recipient.name })).waitFor()
      await colleague.getByRole('button', { name, exact: true }).click()
      return colleague.getByRole('dialog')
    }
    const refusing = await decision(t('caps.request.refuse'))
    await refusing.getByRole('textbox').fill('Nobody knows them.')
    await expectGoodInEveryView(colleague)
    await choose(colleague, language)
    await refusing.getByRole('button', { name: t('caps.request.refuseTitle') }).click()
    await colleague.getByText(t('caps.request.said.refuse')).waitFor()
    await expectGood(colleague)

    await admin.reload()
    await ask()
    const confirming = await decision(t('caps.request.confirm'))
    await expectGoodInEveryView(colleague)
    await choose(colleague, language)
    await confirming.getByRole('button', { name: t('caps.request.confirm') }).focus()
    await colleague.keyboard.press('Enter')
    await colleague.getByText(t('caps.request.said.confirm')).waitFor()
    await expectGood(colleague)
    expect((await sender.call(listRecipients)).items).toMatchObject([{ accountId: recipient.accountId }])
  },
)
