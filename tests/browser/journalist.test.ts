import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { checkProof } from '#proof/check.ts'
import { listClaims } from '#shared/contract/claims.ts'
import { languages } from '#shared/rules/languages.ts'
import { callerAt } from '#tests/kit/person.ts'
import { expectGood, test } from './browser.ts'
import { textsIn } from './texts.ts'
import { world } from './world.ts'

test.for(languages)(
  'a journalist gets from a serial number to evidence, movements and their proofs (%s)',
  async (language, { openPage }) => {
    const t = await textsIn(language)
    const page = await openPage({ locale: language === 'en' ? 'en-GB' : language })
    const query = { tenantId: 'sample', beneficiary: 'Harbour Bakery', serials: 'true' as const }
    const { items } = await callerAt(world.baseUrl, null).call(listClaims, { query })
    const [batch = ''] = /^.*(?=-1-850$)/.exec(items.at(-1)?.serials?.[0] ?? '') ?? []
    await page.goto('/claims')
    await page.getByRole('textbox', { name: t('claims.verify.title') }).fill(`${batch}-7-9`)
    await page.getByRole('button', { name: t('claims.verify.act'), exact: true }).click()
    await page.getByText(t('claims.verify.verdict.retired', { count: 3, quantity: '3' })).waitFor()
    await page.getByRole('link', { name: `${batch}-7-9` }).click()
    await page.getByRole('heading', { level: 1, name: t('units.title') }).waitFor()
    await page.getByRole('heading', { name: t('evidence.title') }).waitFor()
    expect(await page.getByRole('link', { name: /\.pdf|\.csv|Verification/ }).count()).toBeGreaterThan(0)
    const records = page.getByRole('link', { name: t('units.record') })
    expect(await records.count()).toBe(3)
    await expectGood(page)
    await records.first().click()
    await page.getByRole('heading', { level: 1, name: t('records.title') }).waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: t('records.proofFile') }).click()
    const proof: unknown = JSON.parse(await readFile(await (await downloading).path(), 'utf8'))
    expect(checkProof(proof).filter(({ holds }) => !holds)).toEqual([])
    await page.getByRole('link', { name: t('records.checkPage') }).click()
    await page.getByRole('heading', { level: 1, name: t('checkPage.title') }).waitFor()
  },
)
