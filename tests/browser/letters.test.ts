import { afterAll, beforeAll, expect } from 'vitest'
import { startEmbeddedWorld } from '#tests/kit/embedded-world.ts'
import { type PostBox, startPostBox } from '#tests/kit/post-box.ts'
import { expectAccessible, expectNoSidewaysScroll, test } from './browser.ts'
import { fillIn } from './signed-in.ts'

const email = 'buyer@registry.test'
const chosen = 'sept tortues vertes'

let postBox: PostBox
let world: Awaited<ReturnType<typeof startEmbeddedWorld>>
beforeAll(async () => {
  postBox = await startPostBox()
  world = await startEmbeddedWorld({ SMTP_URL: postBox.url })
})
afterAll(async () => {
  await world.stop()
  await postBox.stop()
})

test('in French, a forgotten password is replaced by the link of a letter, and the former one opens nothing', async ({
  openPage,
}) => {
  const page = await openPage({ locale: 'fr-FR' })
  const openSignIn = async () => {
    await page.goto(world.baseUrl)
    await page.getByRole('button', { name: 'Se connecter' }).first().click()
    await page.waitForURL(/\/identity\/interaction\//)
  }
  await openSignIn()
  await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click()
  await page.getByLabel('Adresse e-mail').fill(email)
  await page.getByRole('button', { name: 'Envoyer le lien' }).click()
  await page.getByRole('heading', { name: 'Consultez votre messagerie' }).waitFor()

  const { text } = await postBox.letterTo(email)
  const [link] = /https?:\S+/.exec(text) ?? []
  await page.goto(link ?? '')
  await page.locator('input[type=password]').nth(0).fill(chosen)
  await page.locator('input[type=password]').nth(1).fill(chosen)
  await page.locator('main button').click()
  page.expectRefusal({ path: '/identity/password', status: 410 })
  await page.goto(link ?? '')
  expect(await page.locator('input[type=password]').count()).toBe(0)

  await openSignIn()
  page.expectRefusal({ path: /^\/identity\/interaction\//, status: 401 })
  await fillIn(page, email, world.password)
  await page.locator('#password').waitFor()
  await fillIn(page, email, chosen)
  await page.getByRole('button', { name: 'Mon compte' }).waitFor()
})

test('in Swahili, a stranger registers by a letter, then an organisation, which an admin approves and which then works', async ({
  openPage,
}) => {
  const page = await openPage({ locale: 'sw', width: 360 })
  await page.goto(world.baseUrl)
  await page.getByRole('button', { name: 'Ingia' }).first().click()
  await page.getByRole('link', { name: 'Jisajili' }).click()
  await page.getByLabel('Jina la kwanza').fill('Juma')
  await page.getByLabel('Jina la mwisho').fill('Mwangi')
  await page.getByLabel('Anwani ya barua pepe').fill('juma@registry.test')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Jisajili' }).click()
  await page.getByRole('heading', { name: 'Angalia barua pepe yako' }).waitFor()

  const { text } = await postBox.letterTo('juma@registry.test')
  await page.goto(/https?:\S+/.exec(text)?.[0] ?? '')
  await page.locator('#password').fill('saba kasa wa kijani')
  await page.locator('#repeat').fill('saba kasa wa kijani')
  await page.locator('main button').click()
  await page.getByRole('link', { name: /^Nenda kwenye/ }).click()
  await page.getByRole('button', { name: 'Ingia' }).first().click()
  page.expectRefusal({ path: '/api/account', status: 404 })
  await fillIn(page, 'juma@registry.test', 'saba kasa wa kijani')
  await page.getByRole('heading', { name: 'Sajili shirika lako' }).waitFor()
  await page.getByLabel('Jina la shirika').fill('Shamba la Mikoko')
  await page.getByLabel('Nchi').selectOption('KE')
  await page.getByRole('button', { name: 'Sajili' }).click()
  await page.getByRole('heading', { name: 'Sajili shirika lako' }).waitFor({ state: 'detached' })

  const admin = await openPage()
  await admin.goto(world.baseUrl)
  await admin.getByRole('button', { name: 'Sign In' }).first().click()
  await fillIn(admin, 'tenant-admin@registry.test', world.password)
  await admin.getByRole('button', { name: 'My account' }).waitFor()
  await admin.goto(`${world.baseUrl}/admin/review?tab=accounts`)
  const row = admin.getByRole('row', { name: /Shamba la Mikoko/ })
  await row.getByRole('button', { name: 'Approve' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await row.waitFor({ state: 'detached' })

  await page.goto(`${world.baseUrl}/myProjects?new=1`)
  await page.getByLabel('Jina la mradi').fill('Mikoko ya Lamu')
  await page.getByRole('dialog').waitFor()
})
