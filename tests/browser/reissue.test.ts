import { expect } from 'vitest'
import { claimPath, paths, reviewPath } from '#shared/rules/paths.ts'
import { callerAt } from '#tests/kit/person.ts'
import { aClaim } from './a-claim.ts'
import { test } from './browser.ts'
import { theDatabase } from './database.ts'
import { choose, expectGoodInEveryView } from './every-screen.ts'
import { signInAs } from './signed-in.ts'
import { world } from './world.ts'

/** A claim of the buyer with a Swahili certificate as of the wording before. */
async function aClaimOfEarlierWording(): Promise<string> {
  const visitor = callerAt(world.baseUrl, null)
  const claimId = await aClaim('Harbour Boats')
  const certificate = `/certificates/sample/${claimId}.pdf?language=sw`
  await expect.poll(async () => (await visitor.fetch(certificate)).status, { timeout: 60_000 }).toBe(200)
  const sql = await theDatabase()
  await sql`update certificate set wording = 1 where claim_id = ${claimId} and language = 'sw'`
  await sql.end()
  return claimId
}

test('an admin issues certificates of an earlier wording anew; the claim’s page and its account read the reason', async ({
  openPage,
}) => {
  const claimId = await aClaimOfEarlierWording()
  const admin = await openPage()
  await signInAs(admin, 'tenant-admin')
  await admin.goto(reviewPath('ledger'))
  await admin.getByText('Certificates in Kiswahili').waitFor()
  await expectGoodInEveryView(admin)
  await choose(admin, 'en')
  await admin.getByRole('button', { name: 'Issue anew' }).click()
  const dialog = admin.getByRole('dialog')
  const reason = 'The period stood there without its last day.'
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Issue anew' }).click()
  await admin.getByText('The certificates are being issued anew.').waitFor()
  await admin.getByText('Every issued certificate has the newest wording.').waitFor()
  await admin.getByText(`Reason: ${reason}`).waitFor()
  await admin.getByRole('progressbar', { name: 'Accounts told' }).waitFor()
  await expectGoodInEveryView(admin)

  const buyer = await openPage()
  await signInAs(buyer, 'buyer')
  await buyer.goto(paths.notices)
  await buyer.getByText(/of your account’s claims ha(s|ve) been issued anew/).waitFor()
  await buyer.getByText(reason).waitFor()
  await buyer.goto(claimPath(claimId))
  await buyer.getByText(`Kiswahili, version 2: issued anew by the registry. Reason: ${reason}`).waitFor()
  await expectGoodInEveryView(buyer)
})
