import { afterAll, beforeAll, expect } from 'vitest'
import { type PostBox, startPostBox } from '../post-box.ts'
import { startEmbeddedWorld } from '../setup/embedded-world.ts'
import { test } from './browser.ts'
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
