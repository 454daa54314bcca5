import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_GROUPS } from '#shared/rules/groups.ts'
import { keysCooldownMs } from './issuer.ts'
import { leewayS, maxLifetimeS, type TokenRules, tokenVerifier, type VerifyToken } from './verify-token.ts'

type Claims = { [Name in keyof JWTPayload]: JWTPayload[Name] | undefined }
type Header = { [Name in keyof JWTHeaderParameters]?: JWTHeaderParameters[Name] | undefined }

type KeyPair = { kid: string; alg: string; privateKey: CryptoKey; publicKey: CryptoKey }

let issuer: TestIssuer
let key: KeyPair
type Verify = (token: string) => ReturnType<VerifyToken>
let verify: Verify
const reasons: string[] = []
const log = { warn: (facts: object) => void reasons.push(JSON.stringify(facts)) }

beforeAll(async () => {
  issuer = await startIssuer()
  key = await makeKey('first', 'ES256')
  await issuer.publish(key)
})
afterAll(() => issuer.stop())
beforeEach(() => {
  reasons.length = 0
  verify = verifier()
})

describe('an access token is accepted', () => {
  test('with its subject, groups and end', async () => {
    const exp = nowS() + 60
    expect(await verify(await token({ exp }))).toEqual({
      subject: 'u1',
      groups: ['t|a|General'],
      expiresAt: exp * 1000,
      siteTenantId: null,
      sessionId: null,
      signIn: { at: null, acr: null },
      person: { email: '', isEmailVerified: false, firstName: '', lastName: '' },
    })
  })

  test('with when and how its bearer signed in, as far as it states that in the usual form', async () => {
    const states = async (claims: Claims) => (await verify(await token(claims))).signIn
    expect(await states({ auth_time: 1_700_000_000, acr: 'aal2' })).toEqual({ at: 1_700_000_000, acr: 'aal2' })
    expect(await states({ auth_time: '1700000000', acr: 2 })).toEqual({ at: null, acr: null })
  })

  test.each(['RS256', 'PS256', 'EdDSA'])('signed with %s', async (alg) => {
    const other = await makeKey(alg, alg)
    await issuer.publish(key, other)
    expect((await verifier()(await token({}, {}, other))).subject).toBe('u1')
  })

  test('of Amazon Cognito: no audience, our client id, groups in cognito:groups', async () => {
    const cognito = verifier({ groupsClaim: 'cognito:groups' })
    const claims = {
      aud: undefined,
      client_id: 'web',
      token_use: 'access',
      groups: undefined,
      'cognito:groups': ['t|b|General'],
    }
    expect((await cognito(await token(claims, { typ: undefined }))).groups).toEqual(['t|b|General'])
  })

  test('of Keycloak: kind Bearer, several audiences, groups at a path, and named by theirs', async () => {
    const keycloak = verifier({ groupsClaim: 'realm_access.roles' })
    const claims = {
      aud: ['account', 'registry'],
      typ: 'Bearer',
      groups: undefined,
      realm_access: { roles: ['/a/b', '/t/b/General'] },
    }
    expect((await keycloak(await token(claims, { typ: 'JWT' }))).groups).toEqual(['/a/b', 't|b|General'])
  })

  test('without groups, of a person who has no account yet', async () => {
    expect((await verify(await token({ groups: undefined }))).groups).toEqual([])
  })

  test('of an issuer that counts as well, signed with the same keys', async () => {
    const ocean = 'https://ocean.example.org/identity'
    const siteVerifier = loggingVerifier({
      ...rules(),
      tenantOfIssuer: async (name) => (name === ocean ? 'ocean' : null),
    })
    expect(await siteVerifier(await token({ iss: ocean }))).toMatchObject({ subject: 'u1', siteTenantId: 'ocean' })
    await expect(siteVerifier(await token({ iss: 'https://reef.example.org/identity' }))).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  test('with the person, if the provider returns one', async () => {
    const claims = { email: 'ada@registry.test', given_name: 'Ada', family_name: 'x'.repeat(200) }
    const { person } = await verify(await token(claims))
    expect(person).toEqual({
      email: 'ada@registry.test',
      isEmailVerified: false,
      firstName: 'Ada',
      lastName: 'x'.repeat(100),
    })
  })

  test('within the leeway of clocks', async () => {
    const claims = { exp: nowS() - leewayS + 5, nbf: nowS() + leewayS - 5, iat: nowS() + leewayS - 5 }
    expect((await verify(await token(claims))).subject).toBe('u1')
  })

  test('that is valid for a whole day, as long as Amazon Cognito may issue them', async () => {
    const iat = nowS() - 5
    expect((await verify(await token({ iat, exp: iat + maxLifetimeS }))).subject).toBe('u1')
  })

  test.each(['at+jwt', 'application/at+jwt', 'AT+JWT', 'JWT', 'jwt', undefined])('of type %s', async (typ) => {
    expect((await verify(await token({ scope: 'openid' }, { typ }))).subject).toBe('u1')
  })

  test('with its groups in one text, where the delimiter is known', async () => {
    const delimited = verifier({ groupsDelimiter: ',' })
    const { groups } = await delimited(await token({ groups: 't|a|General,t|a|AccountAdmin' }))
    expect(groups).toEqual(['t|a|General', 't|a|AccountAdmin'])
  })
})

describe('a token is refused', () => {
  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
  const cases: [string, () => Promise<string> | string][] = [
    ['that is none', () => 'nonsense'],
    ['that is empty', () => ''],
    ['longer than any', () => `${'a'.repeat(20_000)}`],
    ['with alg none', () => new UnsecuredJWT(claimsOf({})).encode()],
    [
      'with alg none and a signature',
      async () => `${encode({ alg: 'none', kid: 'first' })}.${(await token()).split('.')[1]}.c2ln`,
    ],
    ['signed HS256 with the public key', hmacWithPublicKey],
    ['with an unknown key id', async () => token({}, {}, { ...key, kid: 'unknown' })],
    ['with a known key id, signed by another key', async () => token({}, {}, await makeKey('first', 'ES256'))],
    ['with its claims changed', async () => withClaims(await token(), { ...claimsOf({}), sub: 'admin' })],
    ['with its key in its own header', keyInHeader],
    ['with a key address in its own header', async () => keyAddressInHeader('jku')],
    ['with a certificate address in its own header', async () => keyAddressInHeader('x5u')],
    [
      'with a critical header that nobody knows',
      async () =>
        `${encode({ alg: 'ES256', kid: 'first', crit: ['x'], x: 1 })}.${(await token()).split('.').slice(1).join('.')}`,
    ],
    ['with a critical header that everybody knows', () => token({}, { crit: ['b64'], b64: true })],
    ...['logout+jwt', 'dpop+jwt', 'secevent+jwt', 'id_token', 'application/logout+jwt', 'xat+jwt', 'at+jwt+x', ''].map(
      (typ): [string, () => Promise<string>] => [`of type "${typ}"`, () => token({ scope: 'openid' }, { typ })],
    ),
    ['bound to a key of its sender', () => token({ cnf: { jkt: 'k' } })],
    ['bound to a certificate of its sender', () => token({ cnf: { 'x5t#S256': 'k' } })],
    ['bound to nothing that is known', () => token({ cnf: null })],
    ['issued in the future', () => token({ iat: inSeconds(leewayS + 5) })],
    ['issued at no time', () => token({ iat: 'now' as unknown as number })],
    ['valid for more than a day', () => token({ exp: inSeconds(maxLifetimeS + leewayS + 5) })],
    [
      'valid for more than a day, most of it over',
      () => token({ iat: inSeconds(-maxLifetimeS), exp: inSeconds(leewayS + 60) }),
    ],
    ['of another issuer', () => token({ iss: 'https://elsewhere.example.org' })],
    ['without issuer', () => token({ iss: undefined })],
    ['for another audience', () => token({ aud: 'other' })],
    ['for another client', () => token({ aud: undefined, client_id: 'other', token_use: 'access' })],
    ['for our client as audience only', () => token({ aud: 'web' })],
    ['without audience or client', () => token({ aud: undefined })],
    ['that is an id token', () => token({ aud: 'web', nonce: 'n', scope: undefined }, { typ: 'JWT' })],
    ['that is an id token whose audience is ours', () => token({ at_hash: 'h' }, { typ: 'JWT' })],
    ['that is a bare id token whose audience is ours', () => token({}, { typ: 'JWT' })],
    ['that is an id token of Cognito', () => token({ token_use: 'id', scope: 'openid' })],
    ['that is an id token of Keycloak', () => token({ typ: 'ID', scope: 'openid' }, { typ: 'JWT' })],
    ['that is expired', () => token({ exp: inSeconds(-leewayS - 1) })],
    ['without end', () => token({ exp: undefined })],
    ['that is not yet valid', () => token({ nbf: inSeconds(leewayS + 5) })],
    ['without subject', () => token({ sub: undefined })],
    ['with an empty subject', () => token({ sub: '' })],
    ['with a subject in other letters than ASCII', () => token({ sub: 'žoe' })],
    ['with a subject of 256 characters', () => token({ sub: 'x'.repeat(256) })],
    ['with groups as a string', () => token({ groups: 't|a|General' })],
    ['with groups as an object', () => token({ groups: { 0: 't|a|General' } })],
    ['with groups that are no strings', () => token({ groups: [['t|a|General']] })],
    ['with 10 000 groups', () => token({ groups: Array.from({ length: 10_000 }, () => 'x') })],
    ['with one group more than allowed', () => token({ groups: Array.from({ length: MAX_GROUPS + 1 }, () => 'x') })],
  ]

  test.each(cases)('%s', async (_name, forged) => {
    const refused = await forged()
    await expect(verify(refused)).rejects.toMatchObject({ code: 'unauthenticated', message: 'Please sign in again.' })
    expect(reasons).toHaveLength(1)
    if (refused) expect(reasons.join()).not.toContain(refused)
  })
})

describe('keys', () => {
  test('that are rotated in are picked up, keys that are gone stop counting for new verifiers', async () => {
    await verify(await token())
    const next = await makeKey('next', 'ES256')
    await issuer.publish(next)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + keysCooldownMs + 1 })
    try {
      expect((await verify(await token({}, {}, next))).subject).toBe('u1')
      await expect(verify(await token({ jti: 'again' }))).rejects.toMatchObject({ code: 'unauthenticated' })
    } finally {
      vi.useRealTimers()
      await issuer.publish(key)
    }
  })

  test('are fetched once for many tokens, and not for each unknown key id', async () => {
    await verify(await token())
    const fetched = issuer.keyFetches()
    for (const jti of ['1', '2', '3']) await verify(await token({ jti }))
    for (const jti of ['4', '5', '6'])
      await verify(await token({ jti }, {}, { ...key, kid: 'unknown' })).catch(() => {})
    expect(issuer.keyFetches()).toBe(fetched)
  })

  test('that cannot be had are an outage, not a bad token', async () => {
    const unreachable = loggingVerifier({ ...rules(), authority: 'http://127.0.0.1:9' })
    await expect(unreachable(await token())).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('of an issuer that names itself otherwise are not taken', async () => {
    const other = loggingVerifier({ ...rules(), authority: `${issuer.authority}/other` })
    await expect(other(await token())).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('a remembered token stops at its end', async () => {
  const short = await token({ exp: nowS() + 10 })
  await verify(short)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (10 + leewayS + 1) * 1000 })
  try {
    await expect(verify(short)).rejects.toMatchObject({ code: 'unauthenticated' })
  } finally {
    vi.useRealTimers()
  }
})

function rules() {
  return { authority: issuer.authority, clientId: 'web', audience: 'registry', groupsClaim: 'groups' }
}

function verifier(changed: Partial<TokenRules> = {}): Verify {
  return loggingVerifier({ ...rules(), ...changed })
}

function loggingVerifier(chosen: TokenRules): Verify {
  const verify = tokenVerifier(chosen)
  return (token) => verify(token, log)
}

function nowS(): number {
  return Math.floor(Date.now() / 1000)
}

function claimsOf(changed: Claims): JWTPayload {
  const claims = {
    iss: issuer.authority,
    aud: 'registry',
    sub: 'u1',
    exp: nowS() + 60,
    groups: ['t|a|General'],
    ...changed,
  }
  return JSON.parse(JSON.stringify(claims))
}

async function token(claims: Claims = {}, header: Header = {}, signer: KeyPair = key): Promise<string> {
  const full = { alg: signer.alg, kid: signer.kid, typ: 'at+jwt', ...header }
  return new SignJWT(claimsOf(claims)).setProtectedHeader(JSON.parse(JSON.stringify(full))).sign(signer.privateKey)
}

async function hmacWithPublicKey(): Promise<string> {
  const secret = new TextEncoder().encode(await exportSPKI(key.publicKey))
  return new SignJWT(claimsOf({})).setProtectedHeader({ alg: 'HS256', kid: 'first', typ: 'at+jwt' }).sign(secret)
}

async function keyInHeader(): Promise<string> {
  const own = await makeKey('own', 'ES256')
  const jwk = await exportJWK(own.publicKey)
  return new SignJWT(claimsOf({}))
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', jwk, kid: 'own' })
    .sign(own.privateKey)
}

async function keyAddressInHeader(name: 'jku' | 'x5u'): Promise<string> {
  const elsewhere = await startIssuer()
  const own = await makeKey('own', 'ES256')
  await elsewhere.publish(own)
  const forged = await token({}, { [name]: `${elsewhere.authority}/keys` }, own)
  await verify(forged).catch(() => {})
  expect(elsewhere.keyFetches()).toBe(0)
  reasons.length = 0
  await elsewhere.stop()
  return forged
}

function withClaims(original: string, claims: JWTPayload): string {
  const [header, , signature] = original.split('.')
  return [header, encode(claims), signature].join('.')
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

async function makeKey(kid: string, alg: string): Promise<KeyPair> {
  return { kid, alg, ...(await generateKeyPair(alg, { extractable: true })) }
}

type TestIssuer = {
  authority: string
  publish(...keys: KeyPair[]): Promise<void>
  keyFetches(): number
  stop(): Promise<void>
}

async function startIssuer(): Promise<TestIssuer> {
  let published: JWK[] = []
  let keyFetches = 0
  const server: Server = createServer((request, response) => {
    const isKeys = request.url === '/keys'
    if (isKeys) keyFetches++
    const { port } = server.address() as AddressInfo
    const authority = `http://127.0.0.1:${port}`
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(isKeys ? { keys: published } : { issuer: authority, jwks_uri: `${authority}/keys` }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    authority: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async publish(...keys) {
      published = await Promise.all(
        keys.map(async ({ kid, alg, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' })),
      )
    },
    keyFetches: () => keyFetches,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
