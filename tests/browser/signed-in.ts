import { createHash, randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { decodeJwt } from 'jose'
import type { APIRequestContext, Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { exchange, signIn } from '#sandbox/sign-in.ts'
import { newId } from '#server/infra/db/database.ts'
import { inviteUser } from '#shared/contract/users.ts'
import type { EmbeddedWorld } from '#tests/kit/embedded-world.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { type Caller, callerAt } from '#tests/kit/person.ts'
import { world } from './world.ts'

export async function openSignIn(page: Page, button: string): Promise<void> {
  if (!page.url().startsWith(world.baseUrl)) await page.goto('/')
  await page.getByRole('button', { name: button }).first().click()
  await page.waitForURL(/\/identity\/interaction\//)
}

export async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await page.locator('main button:not([name])').click()
}

/** Signs in through the provider's form. */
export async function signInByForm(page: Page, role: string): Promise<void> {
  await openSignIn(page, 'Sign In')
  await fillIn(page, `${role}@registry.test`, world.password)
  await page.getByRole('button', { name: 'My account' }).waitFor()
}

type Place = Pick<EmbeddedWorld, 'baseUrl' | 'password'>

const waitMs = 5_000

/**
 * Signs in without the provider's page: sets its cookies and stores tokens as the app does. `role` may be an address;
 * `menu` names the account button; `at` is the registry.
 */
export async function signInAs(page: Page, role: string, menu = 'My account', at: Place = world): Promise<void> {
  const email = role.includes('@') ? role : `${role}@registry.test`
  const { key, user } = await signedInRecord(page.context().request, email, at)
  if (!page.url().startsWith(at.baseUrl)) await openEmptyPage(page, at)
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, JSON.stringify(user)] as const)
  await page.goto('/')
  await page.getByRole('button', { name: menu }).waitFor()
}

/** A blank page of our origin, for access to its storage. */
async function openEmptyPage(page: Page, { baseUrl }: Place): Promise<void> {
  const address = `${baseUrl}/an-empty-page`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto(address)
  await page.unroute(address)
}

/** The record that oidc-client-ts stores, and its key. */
async function signedInRecord(request: APIRequestContext, email: string, { baseUrl, password }: Place) {
  const { oidc } = siteConfig.parse(await (await request.get(`${baseUrl}/config.json`)).json())
  const { authorization_endpoint, token_endpoint } = discovery.parse(
    await (await request.get(`${oidc.authority}/.well-known/openid-configuration`)).json(),
  )
  const verifier = randomBytes(32).toString('base64url')
  const redirect_uri = `${baseUrl}/`
  const parameters = {
    client_id: oidc.clientId,
    redirect_uri,
    response_type: 'code',
    scope: 'openid',
    state: 'of-a-test',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  const form = await request.get(authorization_endpoint, { params: parameters })
  const post = () => request.post(form.url(), { form: { email, password } })
  let answer = await post()
  while (answer.status() === 429) {
    await setTimeout(waitMs)
    answer = await post()
  }
  const code = new URL(answer.url()).searchParams.get('code')
  if (!code) throw new Error(`The sign-in of ${email} ended with ${answer.status()} at ${answer.url()}.`)
  const grant = {
    grant_type: 'authorization_code',
    client_id: oidc.clientId,
    redirect_uri,
    code_verifier: verifier,
    code,
  }
  const { accessToken, idToken, refreshToken, expiresInS } = await exchange(token_endpoint, grant)
  const user = {
    id_token: idToken,
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'Bearer',
    scope: 'openid',
    profile: decodeJwt(idToken),
    expires_at: nowS() + expiresInS,
  }
  return { key: `oidc.user:${oidc.authority}:${oidc.clientId}`, user }
}

const siteConfig = z.object({ oidc: z.object({ authority: z.url(), clientId: z.string() }) })
const discovery = z.object({ authorization_endpoint: z.url(), token_endpoint: z.url() })

export function sandboxCaller(role: string, place?: Place): Promise<Caller> {
  return callerOf(`${role}@registry.test`, place)
}

/** Waits while the provider asks for that: all tests share an address, for which wrong passwords of a test count. */
export async function callerOf(email: string, { baseUrl, password }: Place = world): Promise<Caller> {
  for (;;) {
    try {
      return callerAt(baseUrl, (await signIn(baseUrl, email, password)).accessToken)
    } catch (error) {
      if (!String(error).endsWith('status 429.')) throw error
      await setTimeout(waitMs)
    }
  }
}

export async function sandboxPeople(at: Place = world) {
  return {
    proponent: await sandboxCaller('proponent', at),
    measurer: await sandboxCaller('measurer', at),
    verifier: await sandboxCaller('verifier', at),
    admin: await sandboxCaller('tenant-admin', at),
  }
}

/** Invites a person, who sets a password and signs in on this page. */
export async function joinAndSignIn(page: Page, admin: Caller, names = { firstName: 'Amina', lastName: 'Achieng' }) {
  const email = `${newId()}@registry.test`
  const password = 'seven green turtles'
  const { username, invitationUrl } = await admin.call(inviteUser, { body: { ...names, email } })
  await page.goto(String(invitationUrl))
  await page.locator('#password').fill(password)
  await page.locator('#repeat').fill(password)
  await page.locator('main button:not([name])').click()
  await page.getByRole('link', { name: /^Go to/ }).click()
  await openSignIn(page, 'Sign In')
  await fillIn(page, email, password)
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  return { username, email, password }
}

const storedRecord = z.looseObject({
  access_token: z.string(),
  profile: z.looseObject({ sub: z.string(), groups: z.array(z.string()) }),
})

export async function storedUser(page: Page): Promise<z.output<typeof storedRecord> | null> {
  const text = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1] ?? null,
  )
  return text === null ? null : storedRecord.parse(JSON.parse(text))
}

/** Changes the record and clicks in one step, as the page's own requests would notice the change earlier. */
export async function changeStored(page: Page, changes: Record<string, unknown>, clicked?: Locator): Promise<void> {
  const change = (
    element: HTMLElement | SVGElement,
    { changed, isClicked }: { changed: object; isClicked: boolean },
  ) => {
    const [key, text] = Object.entries(localStorage).find(([name]) => name.startsWith('oidc.user:')) ?? []
    if (key && text) localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), ...changed }))
    if (isClicked && element instanceof HTMLElement) element.click()
  }
  await (clicked ?? page.locator('html')).evaluate(change, { changed: changes, isClicked: clicked !== undefined })
}

/** Expires access token and id token. */
export function ended() {
  const id_token = `e30.${Buffer.from(JSON.stringify({ exp: nowS() - 1 })).toString('base64url')}.x`
  return { expires_at: nowS() - 1, id_token }
}

/** An invited person with a password and no account. */
export async function addPersonWithoutAccount(role?: 'TenantAdmin'): Promise<string> {
  const admin = await sandboxCaller('tenant-admin')
  const email = `${newId()}@registry.test`
  const person = { firstName: 'Juma', lastName: 'Mwangi', language: 'sw', email } as const
  const { invitationUrl } = await admin.call(inviteUser, { body: { ...person, role, accountId: null } })
  const { password } = world
  const reader = formReader()
  await reader.open(String(invitationUrl))
  await reader.submit({ password, repeat: password })
  return email
}

export function nowS(): number {
  return Math.floor(Date.now() / 1000)
}
