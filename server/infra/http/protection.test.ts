import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aWorld } from '#tests/kit/world.ts'

test('a browser may reach the hosts that the identity provider signs in at, once the provider can be reached', async () => {
  const port = await freePort()
  const authority = `http://127.0.0.1:${port}`
  const world = await aWorld({ OIDC_AUTHORITY: authority, OIDC_LOGOUT_URL: 'https://out.example.org/logout' })
  const policy = async () => (await fetch(`${world.baseUrl}/healthz`)).headers.get('content-security-policy') ?? ''
  expect(await policy()).toContain(`connect-src 'self' ${authority} https://out.example.org;`)

  const hosted = 'https://login.example.org'
  const document = {
    issuer: authority,
    jwks_uri: `${authority}/keys`,
    authorization_endpoint: `${hosted}/oauth2/authorize`,
    token_endpoint: `${hosted}/oauth2/token`,
    userinfo_endpoint: 'https://people.example.org:8443/me',
  }
  const provider = createServer((_request, response) => response.end(JSON.stringify(document)))
  closeAfterwards(async () => void provider.close())
  await once(provider.listen(port, '127.0.0.1'), 'listening')
  const signIn = `${authority} https://out.example.org ${hosted} https://people.example.org:8443;`
  await expect.poll(policy, { timeout: 15_000 }).toContain(`connect-src 'self' ${signIn}`)
  expect(await policy()).toContain(`frame-src 'self' ${world.baseUrl} ${signIn}`)
  expect(await policy()).toContain(`form-action 'self' ${signIn}`)
}, 30_000)

test('a browser may pack the recording of a session in a worker where errors are reported, and nowhere else', async () => {
  const policyOf = async (settings: Record<string, string>) => {
    const { baseUrl } = await aWorld(settings)
    return (await fetch(`${baseUrl}/healthz`)).headers.get('content-security-policy')
  }
  expect(await policyOf({ SENTRY_DSN: 'https://key@reports.example.org/1' })).toContain("worker-src 'self' blob:")
  expect(await policyOf({})).toContain("manifest-src 'self';worker-src 'self'")
  expect(await policyOf({})).not.toContain("worker-src 'self' blob:")
}, 30_000)
