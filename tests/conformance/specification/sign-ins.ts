import type { Page } from 'playwright-core'
import { z } from 'zod'
import type { SandboxRole } from '#sandbox/people.ts'
import { type SignedIn, signIn } from '#sandbox/sign-in.ts'
import { oidcUserKey } from '#shared/rules/groups.ts'
import { nowS } from '../../e2e/signed-in.ts'
import { world } from '../../e2e/world.ts'
import { type Caller, callerAt } from '../../person.ts'

const signIns = new Map<SandboxRole, Promise<SignedIn>>()

/** The tokens of one of the sandbox's people, fetched once for a file of tests: nothing may be renewed with them. */
export function tokensOf(role: SandboxRole): Promise<SignedIn> {
  const known = signIns.get(role) ?? freshTokensOf(`${role}@registry.test`)
  signIns.set(role, known)
  return known
}

/** Tokens of a sign-in of their own. */
export function freshTokensOf(email: string): Promise<SignedIn> {
  return signIn(world.baseUrl, email, world.password)
}

/** One of the sandbox's people, calling the API beside the browser. */
export async function callerOf(role: SandboxRole): Promise<Caller> {
  return callerAt(world.baseUrl, (await tokensOf(role)).accessToken)
}

const profile = z.looseObject({ sub: z.string(), groups: z.array(z.string()) })
const site = z.object({ oidc: z.object({ authority: z.string(), clientId: z.string() }) })

/** The record that the OpenID client of the web app keeps of a sign-in. */
export function recordOf({ idToken, accessToken, refreshToken, expiresInS }: SignedIn) {
  return {
    id_token: idToken,
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: 'Bearer',
    scope: 'openid',
    expires_at: nowS() + expiresInS,
    profile: profile.parse(JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())),
  }
}

type StoredRecord = ReturnType<typeof recordOf>

/** Where the web app of this world keeps that record. */
export async function recordKey(): Promise<string> {
  const { oidc } = site.parse(await (await fetch(`${world.baseUrl}/config.json`)).json())
  return oidcUserKey(oidc.authority, oidc.clientId)
}

/** Puts a sign-in into the storage of a page's browser, as the form leaves it there; `changes` make it another one. */
export async function storeSignIn(
  page: Page,
  who: SandboxRole | SignedIn,
  changes: Partial<StoredRecord> | ((record: StoredRecord) => Partial<StoredRecord>) = {},
): Promise<void> {
  const record = recordOf(typeof who === 'string' ? await tokensOf(who) : who)
  const changed = { ...record, ...(typeof changes === 'function' ? changes(record) : changes) }
  await page.goto('/favicon.png')
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    await recordKey(),
    JSON.stringify(changed),
  ] as const)
}
