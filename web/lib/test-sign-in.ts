import { oidcUserKey } from '#shared/rules/signed-in-record.ts'
import { sessionOf } from './session-of.ts'
import type { SignIn } from './sign-in.ts'
import { testSite } from './test-site.ts'

export function testSignIn(sub = 'amina', groups?: readonly string[]): SignIn {
  const token = `.${btoa(JSON.stringify({ exp: 4_000_000_000 }))}.`
  const user = { id_token: token, access_token: token, profile: { sub, ...(groups && { groups }) } }
  localStorage.setItem(oidcUserKey(testSite.oidc.authority, testSite.oidc.clientId), JSON.stringify(user))
  return { user, session: sessionOf(user, Date.now()) } as SignIn
}
