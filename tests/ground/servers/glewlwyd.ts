import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { vi } from 'vitest'
import { z } from 'zod'
import { freePort } from '#embedded/free-port.ts'
import { spawnGuarded } from '#embedded/guarded-process.ts'

export type Glewlwyd = {
  authority: string
  /** Returns the access token. */
  signIn(username: string, groups: readonly string[]): Promise<string>
  stop(): Promise<void>
}

export const clientId = 'registry-web'
/** Without a requested resource, Glewlwyd's audience is the granted scope. */
export const audience = 'openid'

const redirectUri = 'http://localhost:3999/'
const initialSql = '/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz'
const password = 'saba kasa wa kijani'
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const tokens = z.object({ access_token: z.string() })

export async function startGlewlwyd(): Promise<Glewlwyd> {
  const folder = await mkdtemp(join(tmpdir(), 'glewlwyd-'))
  const port = await freePort()
  const baseUrl = `http://localhost:${port}`
  const authority = `${baseUrl}/api/oidc`
  await createDatabase(join(folder, 'db'))
  await writeFile(join(folder, 'conf'), configuration(folder, port, baseUrl))
  const server = spawnGuarded('/usr/bin/glewlwyd', ['--config-file', join(folder, 'conf')], {
    orphanSignal: 'SIGTERM',
  })
  // Glewlwyd reports its start too early.
  await vi.waitFor(() => fetch(`${baseUrl}/config`), { timeout: 15_000 })

  const admin = await signedIn(baseUrl, 'admin', 'password')
  await admin('POST', '/mod/plugin/', openIdPlugin(authority))
  await admin('POST', '/client/', {
    client_id: clientId,
    enabled: true,
    confidential: false,
    scope: [],
    redirect_uri: [redirectUri],
    authorization_type: ['code'],
    token_endpoint_auth_method: ['none'],
  })
  return {
    authority,
    async signIn(username, groups) {
      await admin('POST', '/user/', { username, password, groups, enabled: true, scope: ['openid', 'g_profile'] })
      const person = await signedIn(baseUrl, username, password)
      await person('PUT', `/auth/grant/${clientId}/`, { scope: 'openid' })
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        nonce: 'n',
        // Glewlwyd's own form sends this.
        g_continue: '',
      })
      const answer = await person('GET', `/oidc/auth?${query}`)
      const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
      const grant = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri }
      const body = new URLSearchParams({ ...grant, code, code_verifier: verifier })
      const given = await fetch(`${authority}/token`, { method: 'POST', body })
      return tokens.parse(await given.json()).access_token
    },
    async stop() {
      await server.stop('SIGTERM', 5_000)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The package's database, with several groups per person. */
async function createDatabase(path: string): Promise<void> {
  const database = new DatabaseSync(path)
  database.exec(gunzipSync(await readFile(initialSql)).toString('utf8'))
  const property = '"groups":{"multiple":true,"read":true,"write":true,"profile-read":true,"profile-write":false}'
  database
    .prepare('update g_user_module_instance set gumi_parameters = replace(gumi_parameters, ?, ?)')
    .run('"data-format":{', `"data-format":{${property},`)
  database.close()
}

function configuration(folder: string, port: number, baseUrl: string): string {
  return `
    port=${port}
    bind_address="127.0.0.1"
    external_url="${baseUrl}"
    login_url="login.html"
    api_prefix="api"
    log_mode="console"
    log_level="INFO"
    session_expiration=3600
    session_key="SESSION"
    admin_scope="g_admin"
    profile_scope="g_profile"
    user_module_path="/usr/lib/glewlwyd/user"
    client_module_path="/usr/lib/glewlwyd/client"
    user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
    plugin_module_path="/usr/lib/glewlwyd/plugin"
    hash_algorithm="SHA512"
    database={ type="sqlite3", path="${join(folder, 'db')}" };
  `
}

function openIdPlugin(authority: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const parameters = {
    iss: authority,
    'jwt-type': 'rsa',
    'jwt-key-size': '256',
    key: privateKey,
    cert: publicKey,
    'access-token-duration': 3600,
    'refresh-token-duration': 3600,
    'code-duration': 600,
    'refresh-token-rolling': true,
    'allow-non-oidc': true,
    'auth-type-code-enabled': true,
    'subject-type': 'public',
    'pkce-allowed': true,
    'jwks-show': true,
    'allowed-scope': ['openid'],
    'additional-parameters': [{ 'user-parameter': 'groups', 'token-parameter': 'groups' }],
    'name-claim': 'no',
    'email-claim': 'no',
    'scope-claim': 'no',
  }
  return { module: 'oidc', name: 'oidc', display_name: 'OpenID', order_rank: 0, readonly: false, parameters }
}

type Call = (method: string, path: string, body?: object) => Promise<Response>

/** Calls the API with a session; throws on an error status. */
async function signedIn(baseUrl: string, username: string, secret: string): Promise<Call> {
  let cookie = ''
  const call: Call = async (method, path, body) => {
    const headers = { 'content-type': 'application/json', cookie }
    const init = { method, headers, redirect: 'manual', ...(body && { body: JSON.stringify(body) }) } as const
    const answer = await fetch(`${baseUrl}/api${path}`, init)
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const answer = await call('POST', '/auth/', { username, password: secret })
  cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return call
}
