import { inject } from 'vitest'
import { freePort } from '#embedded/free-port.ts'
import { exchange, type SignedIn, signIn } from '#sandbox/sign-in.ts'
import { listen } from '#server/app/listen.ts'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import { insertPerson, type Person } from '#server/identity/passwords/persons.ts'
import type { SamplePerson } from '#server/identity/protocol/identity.ts'
import { type RunningIdentity, startIdentity } from '#server/identity/start.ts'
import { type Config, identityPath, readConfig } from '#server/infra/config.ts'
import { connectDatabase, type Database, identifier, newId } from '#server/infra/db/database.ts'
import { httpServer } from '#server/infra/http/server.ts'
import type { Mail } from '#server/infra/mail/mail.ts'
import { ensureConfiguredTenant } from '#server/people/tenants/configured.ts'
import { type FormReader, formReader } from './form-reader.ts'
import { databaseNamed } from './servers.ts'

export const tenantId = 'blue'
export const clientId = 'web'
export const audience = 'registry-api'
export const password = 'correct horse battery staple'

export type IdentityWorld = RunningIdentity & {
  sql: Database
  config: Config
  baseUrl: string
  issuer: string
  logged: string[]
  addPerson(facts?: Partial<Person>): Promise<Person>
  signIn(email: string, secret?: string): Promise<SignedIn>
  /** `headers` go with each request of the sign-in. */
  browser(email: string, secret?: string, headers?: Record<string, string>): Promise<SignedInBrowser>
}

export type SignedInBrowser = SignedIn & {
  reader: FormReader
  /** Returns the code. */
  signInAgain(): Promise<string>
  /** Whether the provider's session lives, so that no form appears. */
  isSignedIn(): Promise<boolean>
}

/** RFC 7636, appendix B. */
const pkce = {
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
}

/** A provider over HTTP with its own database and port. */
export async function runIdentity({
  mail = null,
  callsPerMinute = 1_000_000,
  publicUrl,
  samplePeople,
}: {
  mail?: Mail | null
  callsPerMinute?: number
  /** The site's public address behind a proxy. */
  publicUrl?: string
  samplePeople?: readonly SamplePerson[]
} = {}): Promise<IdentityWorld> {
  const { databaseUrl, template } = inject('servers')
  const name = `identity_${newId().replaceAll('-', '')}`
  const admin = connectDatabase(databaseUrl, { max: 1 })
  await admin`create database ${identifier(name)} template ${identifier(template)}`
  const sql = connectDatabase(databaseNamed(databaseUrl, name), { max: 4 })
  const logged: string[] = []
  const record = (facts: object, message: string) => void logged.push(`${message} ${JSON.stringify(facts)}`)
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const issuer = `${publicUrl ?? baseUrl}${identityPath}`
  const log = { info: record, warn: record, error: record }
  const config = readConfig({
    PORT: String(port),
    PUBLIC_URL: publicUrl ?? baseUrl,
    TENANT_ID: tenantId,
    OIDC_AUTHORITY: 'embedded',
    REGISTRY_NAME: 'Blue & Green',
    OIDC_CLIENT_ID: clientId,
    OIDC_AUDIENCE: audience,
  })
  await ensureConfiguredTenant({ sql, config })
  const identity = await startIdentity({ sql, config, log, mail, callsPerMinute, samplePeople })
  const app = httpServer(config)
  await app.register(identity.routes, { prefix: identityPath })
  await listen(app, config)
  const passwordHash = await hashPassword(password)
  return {
    ...identity,
    sql,
    config,
    baseUrl,
    issuer,
    logged,
    async addPerson(facts = {}) {
      const id = newId()
      const person: Person = {
        id,
        tenantId,
        email: `${id}@registry.test`,
        firstName: 'Ada',
        lastName: 'Okoye',
        language: 'en',
        groups: ['t|a|General'],
        status: 'active',
        ...facts,
      }
      await insertPerson(sql, person, person.status === 'invited' ? null : passwordHash)
      return person
    },
    signIn: (email, secret = password) => signIn(baseUrl, email, secret, { authority: issuer, clientId }),
    async browser(email, secret = password, headers = {}) {
      const redirectUri = `${baseUrl}/`
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid',
        code_challenge: pkce.challenge,
        code_challenge_method: 'S256',
      })
      const reader = formReader()
      const codeOf = ({ url }: { url: string }) => new URL(url).searchParams.get('code')
      const signInHere = async () => {
        const { url } = await reader.open(`${issuer}/auth?${query}`, headers)
        return codeOf(await reader.post(url, { email, password: secret }, headers)) ?? ''
      }
      const code = await signInHere()
      const grant = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri }
      return {
        ...(await exchange(`${issuer}/token`, { ...grant, code, code_verifier: pkce.verifier })),
        reader,
        signInAgain: signInHere,
        isSignedIn: async () => codeOf(await reader.open(`${issuer}/auth?${query}`)) !== null,
      }
    },
    async stop() {
      await app.close()
      await identity.stop()
      await sql.end()
      await admin`drop database ${identifier(name)} with (force)`
      await admin.end()
    },
  }
}
