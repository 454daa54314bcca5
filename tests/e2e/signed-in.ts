import type { Locator, Page } from 'playwright-core'

import { z } from 'zod'
import { signIn } from '#sandbox/sign-in.ts'
import { newId } from '#server/infra/db/database.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { formReader } from '../form-reader.ts'
import { type Caller, callerAt } from '../person.ts'
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

/** Signs one of the sandbox's people in; `button` and `menu` are worded in the page's language. */
export async function signInAs(page: Page, role: string, button = 'Sign In', menu = 'My account'): Promise<void> {
  await openSignIn(page, button)
  await fillIn(page, `${role}@registry.test`, world.password)
  await page.getByRole('button', { name: menu }).waitFor()
}

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
