import { createHash, randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { APIRequestContext, Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { exchange, signIn } from '#sandbox/sign-in.ts'
import { newId } from '#server/infra/db/database.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { formReader } from '#tests/kit/form-reader.ts'
import { type Caller, callerAt } from '#tests/kit/person.ts'
import { world } from './world.ts'

/** Goes to the provider's own page by the button of that name. */
export async function openSignIn(page: Page, button: string): Promise<void> {
  if (!page.url().startsWith(world.baseUrl)) await page.goto('/')
  await page.getByRole('button', { name: button }).first().click()
  await page.waitForURL(/\/identity\/interaction\//)
}

/** Fills in the provider's form and sends it. */
export async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  await page.locator('main button').click()
}

/** Signs one of the sandbox's people in by the button and the provider's form, as they do. */
export async function signInByForm(page: Page, role: string): Promise<void> {
  await openSignIn(page, 'Sign In')
  await fillIn(page, `${role}@registry.test`, world.password)
  await page.getByRole('button', { name: 'My account' }).waitFor()
}

/**
 * Signs one of the sandbox's people in without a page of the provider's: its cookies are in the browser and its tokens are kept as the
 * app keeps them. Opens the home page; `menu` is what the button of the person's own menu is called there.
 */
export async function signInAs(page: Page, role: string, menu = 'My account'): Promise<void> {
  const { key, user } = await signedInRecord(page.context().request, `${role}@registry.test`)
  if (!page.url().startsWith(world.baseUrl)) await openEmptyPage(page)
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [key, JSON.stringify(user)] as const)
  await page.goto('/')
  await page.getByRole('button', { name: menu }).waitFor()
}

/** A page of the site's address, where its storage can be reached, that nobody serves. */
async function openEmptyPage(page: Page): Promise<void> {
  const address = `${world.baseUrl}/an-empty-page`
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto(address)
  await page.unroute(address)
}

/** What oidc-client-ts keeps of a sign-in, and under which name. `request` sends and keeps the cookies of the page. */
async function signedInRecord(request: APIRequestContext, email: string) {
  const { oidc } = siteConfig.parse(await (await request.get(`${world.baseUrl}/config.json`)).json())
  const { authorization_endpoint, token_endpoint } = discovery.parse(
    await (await request.get(`${oidc.authority}/.well-known/openid-configuration`)).json(),
  )
  const verifier = randomBytes(32).toString('base64url')
  const redirect_uri = `${world.baseUrl}/`
  const asked = {
    client_id: oidc.clientId,
    redirect_uri,
    response_type: 'code',
    scope: 'openid',
    state: 'of-a-test',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  const form = await request.get(authorization_endpoint, { params: asked })
  const answer = await request.post(form.url(), { form: { email, password: world.password } })
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

/** One of the sandbox's people, calling the API beside the browser. */
export async function sandboxCaller(role: string): Promise<Caller> {
  const baseUrl = world.baseUrl
  const { accessToken } = await signIn(baseUrl, `${role}@registry.test`, world.password)
  return callerAt(baseUrl, accessToken)
}

/** Those of the sandbox's people who take part in a project. */
export async function sandboxPeople() {
  return {
    proponent: await sandboxCaller('proponent'),
    measurer: await sandboxCaller('measurer'),
    verifier: await sandboxCaller('verifier'),
    admin: await sandboxCaller('tenant-admin'),
  }
}

/** Invites somebody to the proponent's account, who chooses a password and signs in on this page. */
export async function joinAndSignIn(page: Page, admin: Caller, names = { firstName: 'Amina', lastName: 'Achieng' }) {
  const email = `${newId()}@registry.test`
  const password = 'seven green turtles'
  const { username, invitationUrl } = await admin.call(inviteUser, { body: { ...names, email } })
  await page.goto(String(invitationUrl))
  await page.locator('#password').fill(password)
  await page.locator('#repeat').fill(password)
  await page.locator('main button').click()
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

/** The signed-in record that the browser keeps. */
export async function storedUser(page: Page): Promise<z.output<typeof storedRecord> | null> {
  const text = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1] ?? null,
  )
  return text === null ? null : storedRecord.parse(JSON.parse(text))
}

/**
 * Changes the stored record, and clicks something in the same moment: the page asks for things by itself at any time, and would
 * find the change before a click of its own.
 */
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

/** What makes a stored record expired, by its access token and its id token. */
export function ended() {
  const id_token = `e30.${Buffer.from(JSON.stringify({ exp: nowS() - 1 })).toString('base64url')}.x`
  return { expires_at: nowS() - 1, id_token }
}

/** Somebody who was invited without an account and has chosen a password, the sandbox's; to register one, unless `role` needs none. */
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
