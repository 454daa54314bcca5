import { afterEach, expect } from 'vitest'
import { changeSettings, readSettings } from '#shared/contract/settings.ts'
import { languages } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { expectGood, test } from './browser.ts'
import { theDatabase } from './database.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { sandboxCaller, signInAs } from './signed-in.ts'
import { textsIn } from './texts.ts'

// Other tests move units without a second person.
afterEach(async () => {
  const sql = await theDatabase()
  await sql`delete from protection_to_come where tenant_id = 'sample' and account_id is null`
  await sql`update tenant set approval_from = null where id = 'sample'`
  await sql.end()
})

test.for(languages)(
  'an admin asks for a weaker rule of the registry, sees both values, and keeps the present one (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const registry = await sandboxCaller('tenant-admin')
    await registry.call(changeSettings, { body: { approvalFrom: 100_000 } })
    const admin = await openPage({ locale: language === 'en' ? 'en-GB' : language })
    await signInAs(admin, 'tenant-admin', t('layout.profileMenu'))
    await admin.goto(`${paths.review}?tab=settings`)
    const from = admin.getByLabel(t('registrySettings.approvalFrom'))
    await from.fill('')
    await admin.getByRole('button', { name: t('ui.save') }).click()
    const keep = admin.getByRole('button', { name: t('caps.keep') })
    await keep.waitFor()
    const saved = await registry.call(readSettings)
    await admin.getByText(t('caps.askedBy', { by: saved.coming[0]?.askedBy ?? '' })).waitFor()
    expect(saved).toMatchObject({
      approvalFrom: 100_000,
      coming: [{ name: 'approvalFrom', value: null, present: 100_000 }],
    })
    await expectGoodInEveryView(admin)
    await choose(admin, language)

    await keep.focus()
    await admin.keyboard.press('Enter')
    await admin.getByText(t('caps.kept')).waitFor()
    await keep.waitFor({ state: 'detached' })
    await expectGood(admin)
    expect(await registry.call(readSettings)).toMatchObject({ approvalFrom: 100_000, coming: [] })
  },
)
