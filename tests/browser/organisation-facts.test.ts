import { expect } from 'vitest'
import { createAccount, decideAccount } from '#shared/contract/accounts.ts'
import { paths } from '#shared/rules/paths.ts'
import { expectGood, test } from './browser.ts'
import { addPersonWithoutAccount, callerOf, fillIn, openSignIn, sandboxCaller, signInAs } from './signed-in.ts'
import { world } from './world.ts'

const reason = 'Ce numéro n’est pas celui de cette organisation.'

async function aRejectedFounder(name: string): Promise<string> {
  const email = await addPersonWithoutAccount()
  const founder = await callerOf(email)
  const body = { name, type: 'proponent', country: 'SN', registrationNumber: 'SN-1' } as const
  const { accountId } = await founder.call(createAccount, { body })
  const admin = await sandboxCaller('tenant-admin')
  await admin.call(decideAccount, { params: { accountId }, body: { act: 'reject', reason } })
  return email
}

test('in French, a rejected organisation reads why, corrects its facts, and is approved', async ({ openPage }) => {
  const email = await aRejectedFounder('Mangrove du Sud')
  const founder = await openPage({ width: 360, locale: 'fr-FR' })
  await openSignIn(founder, 'Se connecter')
  await fillIn(founder, email, world.password)
  await founder.getByText('Votre organisation n’a pas été approuvée').waitFor()
  await founder.getByText(`Motif : ${reason}`).waitFor()
  await expectGood(founder)

  await founder.getByRole('button', { name: 'Corriger et refaire la demande' }).click()
  const dialog = founder.getByRole('dialog')
  await dialog.getByText(reason).waitFor()
  await dialog.getByLabel('Nom de l’organisation').fill('M')
  await dialog.getByRole('button', { name: 'Refaire la demande' }).click()
  await dialog.getByText('Veuillez corriger un champ.').waitFor()
  await expectGood(founder)
  await dialog.getByLabel('Nom de l’organisation').fill('Mangroves du Sud')
  await dialog.getByLabel('Numéro d’immatriculation').fill('SN-2')
  await dialog.getByRole('button', { name: 'Refaire la demande' }).click()
  await founder.getByText('Votre organisation est en attente d’approbation').waitFor()
  await expectGood(founder)

  const admin = await openPage({ width: 360, locale: 'fr-FR' })
  await signInAs(admin, 'tenant-admin', 'Mon compte')
  await admin.goto(`${paths.review}?tab=accounts`)
  const row = admin.getByRole('row').filter({ hasText: 'Mangroves du Sud' })
  await row.getByText('SN-2').waitFor()
  await row.getByRole('button', { name: 'Approuver' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approuver' }).click()
  await admin.getByText('Mangroves du Sud a été approuvé.').waitFor()

  await founder.goto(paths.profile)
  await founder.getByText('Actif', { exact: true }).waitFor()
  await founder.getByRole('button', { name: 'Modifier' }).click()
  await founder.getByText('Les certificats déjà émis gardent le nom qu’ils portent.').waitFor()
  await expectGood(founder)
})

test('a member who is no admin reads the organisation’s facts and has no button to change them', async ({ page }) => {
  await signInAs(page, 'proponent')
  await page.goto(paths.profile)
  await page.getByText('Green Hills Cooperative', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
})
