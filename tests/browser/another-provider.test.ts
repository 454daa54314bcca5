import { Events, OAuth2Server } from 'oauth2-mock-server'
import { afterAll, beforeAll, expect } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { startEmbeddedWorld } from '#tests/kit/embedded-world.ts'
import { test, type WatchedPage } from './browser.ts'

// Amazon Cognito's habits: issuer and sign-in on two hosts, access tokens with a client but no audience, its own groups
// claim, a sign-out page with `client_id` and `logout_uri`. Signs in `person` without a form.

const clientId = 'registry-web'
const groupsClaim = 'cognito:groups'
let person = { sub: 'zuhura', groups: ['sample|TenantAdmin'] }

let provider: OAuth2Server
let hosted: string
let world: Awaited<ReturnType<typeof startEmbeddedWorld>>

beforeAll(async () => {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  hosted = `http://127.0.0.1:${port}`
  provider = new OAuth2Server()
  await provider.issuer.keys.generate('RS256')
  await provider.start(port, '127.0.0.1')
  provider.issuer.url = issuer
  provider.service.on(Events.BeforeWellKnownOpenIdConfiguration, ({ body }) => {
    for (const name of ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'end_session_endpoint']) {
      body[name] = String(body[name]).replace(issuer, hosted)
    }
  })
  provider.service.on(Events.BeforeTokenSigning, ({ payload }) => {
    const isIdToken = payload.aud === clientId
    Object.assign(payload, { sub: person.sub, [groupsClaim]: person.groups })
    if (!isIdToken) Object.assign(payload, { aud: undefined, client_id: clientId, token_use: 'access' })
  })
  world = await startEmbeddedWorld({
    OIDC_AUTHORITY: issuer,
    OIDC_GROUPS_CLAIM: groupsClaim,
    OIDC_LOGOUT_URL: `${hosted}/logout`,
  })
})
afterAll(async () => {
  await world.stop()
  await provider.stop()
})

async function signIn(page: WatchedPage): Promise<void> {
  await page.goto(world.baseUrl)
  await page.getByRole('button', { name: 'Se connecter' }).first().click()
}

test('in French, people of another provider sign in and out, and a group that is taken away is gone at the next sign-in', async ({
  openPage,
}) => {
  person = { sub: 'zuhura', groups: ['sample|TenantAdmin'] }
  const page = await openPage({ locale: 'fr-FR' })
  await signIn(page)
  await page.getByRole('button', { name: 'Mon compte' }).waitFor()
  expect(page.url()).toBe(`${world.baseUrl}/`)
  await page.goto(`${world.baseUrl}/accountAdmin/userAdmin`)
  await page.getByText(/Invitez les personnes chez localhost/).waitFor()
  expect(await page.getByRole('button', { name: 'Inviter un utilisateur' }).count()).toBe(0)
  await page.locator('tbody').getByRole('row').first().waitFor()

  await page.getByRole('button', { name: 'Mon compte' }).click()
  const leaving = page.waitForRequest((request) => request.url().startsWith(`${hosted}/logout`))
  // The provider lacks a hosted logout page; this route replaces it.
  await page.route(`${hosted}/logout*`, (route) => route.fulfill({ status: 302, headers: { location: world.baseUrl } }))
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  const { searchParams } = new URL((await leaving).url())
  expect([...searchParams]).toEqual([
    ['client_id', clientId],
    ['logout_uri', `${world.baseUrl}/`],
  ])

  person = { sub: 'zuhura', groups: [] }
  page.expectRefusal({ path: '/api/account', status: 404 })
  await signIn(page)
  await page.getByRole('heading', { name: 'Inscrivez votre organisation' }).waitFor()
  await page.goto(`${world.baseUrl}/accountAdmin/userAdmin`)
  await page.getByRole('heading', { name: 'Inscrivez votre organisation' }).waitFor()
})

test('in Swahili, somebody who registers an organisation reads which groups to request, and goes on once they are given', async ({
  openPage,
}) => {
  person = { sub: 'juma', groups: [] }
  const page = await openPage({ locale: 'sw', width: 360 })
  page.expectRefusal({ path: '/api/account', status: 404 })
  await page.goto(world.baseUrl)
  await page.getByRole('button', { name: 'Ingia' }).first().click()
  await page.getByLabel('Jina la shirika').fill('Shamba la Mikoko')
  await page.getByLabel('Nchi').selectOption('KE')
  await page.getByRole('button', { name: 'Sajili' }).click()
  await page.getByRole('heading', { name: 'Shirika lako limesajiliwa' }).waitFor()
  const groups = await page.locator('main code').allTextContents()
  expect(groups).toEqual([
    expect.stringMatching(/^sample\|[\w-]+\|General$/),
    expect.stringMatching(/^sample\|[\w-]+\|AccountAdmin$/),
  ])
  await page.reload()
  await page.getByRole('heading', { name: 'Shirika lako limesajiliwa' }).waitFor()

  person = { sub: 'juma', groups }
  await page.getByRole('button', { name: 'Sasa nina vikundi hivi' }).click()
  await page.getByRole('heading', { name: 'Shirika lako limesajiliwa' }).waitFor({ state: 'detached' })
  await page.goto(`${world.baseUrl}/accountAdmin/userAdmin`)
  await page.locator('tbody').getByRole('row').first().waitFor()
})
