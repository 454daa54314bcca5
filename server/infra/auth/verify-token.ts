import { createHash } from 'node:crypto'
import { errors, type JWTPayload, type JWTVerifyResult, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Log } from '#server/infra/log.ts'
import { username } from '#shared/contract/fields.ts'
import { Failure } from '#shared/rules/failure.ts'
import { groupsOf } from '#shared/rules/groups.ts'
import { limits } from '#shared/rules/limits.ts'
import type { SignInFacts } from '#shared/rules/step-up.ts'
import { issuerAt } from './issuer.ts'

export type TokenRules = {
  authority: string
  /** Access tokens of Cognito name it instead of an audience. */
  clientId: string
  audience: string
  /** A claim's name (`groups`, `cognito:groups`) or dotted path (`realm_access.roles`). */
  groupsClaim: string
  /** Separates groups in one string; null if the claim must be a list. */
  groupsDelimiter?: string | null
  /**
   * For a provider with an issuer per site: returns the issuer's tenant, or null if unknown. Without this function
   * `authority` is the only issuer.
   */
  tenantOfIssuer?: ((issuer: string) => Promise<string | null>) | undefined
  /** Whether session `sid` has ended. */
  hasEnded?: ((sessionId: string) => boolean) | undefined
}

/** `expiresAt` is in milliseconds. */
export type VerifiedToken = {
  subject: string
  groups: readonly string[]
  expiresAt: number
  /** Null if the token names no session. */
  sessionId: string | null
  signIn: SignInFacts
  /** Null where one issuer serves all tenants. */
  siteTenantId: string | null
  /** Empty strings without such claims. */
  person: { email: string; isEmailVerified: boolean; firstName: string; lastName: string }
}

/** Logs why it refuses a token. */
export type VerifyToken = (token: string, log: Pick<Log, 'warn'>) => Promise<VerifiedToken>

/** No `none`, no shared secret. */
const algorithms = ['RS256', 'ES256', 'PS256', 'EdDSA']
/** Clock tolerance for `exp`, `nbf` and `iat`. */
export const leewayS = 30
/** Cognito's maximum. */
export const maxLifetimeS = 24 * 60 * 60
const maxTokenLength = 16_384
const maxRemembered = 10_000

/**
 * Verifies access tokens of the configured issuer for our audience. Caches verified tokens by hash until they expire.
 * Fails with `unauthenticated` (the log has the reason, never the token), or with `unavailable` if the issuer's keys
 * cannot be fetched.
 */
export function tokenVerifier(rules: TokenRules, findIssuer = issuerAt(rules.authority)): VerifyToken {
  // Same clock as `exp`.
  const remembered = new LRUCache<string, VerifiedToken>({ max: maxRemembered, perf: { now: () => Date.now() } })

  return async (token, log) => {
    const hash = createHash('sha256').update(token).digest('base64')
    const known = remembered.get(hash)
    try {
      if (known) return requireOpenSession(known, rules)
      const verified = requireOpenSession(await verify(token, rules, await findIssuer()), rules)
      const ttl = verified.expiresAt - Date.now()
      // Expired within the leeway; a `ttl` of 0 would mean forever.
      if (ttl > 0) remembered.set(hash, verified, { ttl })
      return verified
    } catch (error) {
      if (error instanceof Failure) throw error
      if (!(error instanceof errors.JOSEError) && !(error instanceof Refusal)) throw error
      log.warn({ reason: error.message }, 'token refused')
      throw new Failure('unauthenticated', 'Please sign in again.')
    }
  }
}

async function verify(
  token: string,
  rules: TokenRules,
  issuer: Awaited<ReturnType<ReturnType<typeof issuerAt>>>,
): Promise<VerifiedToken> {
  if (token.length > maxTokenLength) throw new Refusal('longer than any token of ours')
  const verified = await jwtVerify(token, issuer.keyOf, {
    algorithms,
    clockTolerance: leewayS,
    requiredClaims: ['iss', 'exp', 'sub'],
  })
  const { payload } = verified
  const siteTenantId = await siteTenantOf(payload, issuer.name, rules)
  refuseForeign(payload, rules)
  refuseOtherKind(verified)
  refuseBound(verified)
  refuseOddTimes(payload)
  const { sub, exp } = payload
  if (sub === undefined || !username.safeParse(sub).success || exp === undefined)
    throw new Refusal('subject is not usable')
  const groups = groupsOf(payload, rules.groupsClaim, rules.groupsDelimiter)
  if (!groups) throw new Refusal('groups are not a bounded list of strings')
  const sessionId = typeof payload.sid === 'string' ? payload.sid : null
  const signIn = { at: numberOf(payload.auth_time), acr: typeof payload.acr === 'string' ? payload.acr : null }
  return { subject: sub, groups, expiresAt: exp * 1000, sessionId, signIn, siteTenantId, person: personIn(payload) }
}

function numberOf(claim: unknown): number | null {
  return typeof claim === 'number' && Number.isFinite(claim) ? claim : null
}

function requireOpenSession(verified: VerifiedToken, { hasEnded }: TokenRules): VerifiedToken {
  if (verified.sessionId !== null && hasEnded?.(verified.sessionId)) throw new Refusal('its session has ended')
  return verified
}

async function siteTenantOf(
  { iss }: JWTPayload,
  authority: string,
  { tenantOfIssuer }: TokenRules,
): Promise<string | null> {
  const siteTenantId = (typeof iss === 'string' && (await tenantOfIssuer?.(iss))) || null
  if (siteTenantId === null && (tenantOfIssuer || iss !== authority)) throw new Refusal('issuer is another')
  return siteTenantId
}

/** Requires our audience; Cognito's access tokens have our client id instead. */
function refuseForeign(payload: JWTPayload, { audience, clientId }: TokenRules): void {
  const isForAudience = payload.aud !== undefined && [payload.aud].flat().includes(audience)
  const isForClient = payload.aud === undefined && payload.client_id === clientId && payload.token_use === 'access'
  if (!isForAudience && !isForClient) throw new Refusal('audience or client is another')
}

/** Standard claims (OpenID Connect Core, section 5.1), cut to our limits. */
function personIn({ email, email_verified, given_name, family_name }: JWTPayload): VerifiedToken['person'] {
  const textOf = (claim: unknown, longest: number) => (typeof claim === 'string' ? claim.slice(0, longest) : '')
  return {
    email: textOf(email, limits.email),
    // Text at Cognito.
    isEmailVerified: email_verified === true || email_verified === 'true',
    firstName: textOf(given_name, limits.name),
    lastName: textOf(family_name, limits.name),
  }
}

/**
 * Accepts only access tokens, by type (RFC 9068), use (Cognito), kind (Keycloak) or scope. Id tokens, known by their
 * own claims, and other types (`logout+jwt`, `dpop+jwt`, `secevent+jwt` …) are refused.
 */
function refuseOtherKind({ payload, protectedHeader }: JWTVerifyResult): void {
  const { typ = 'JWT' } = protectedHeader
  const isKnownType = /^(application\/)?(at\+)?jwt$/i.test(typ)
  const isAccess =
    /at\+jwt$/i.test(typ) ||
    payload.token_use === 'access' ||
    payload.typ === 'Bearer' ||
    payload.scope !== undefined ||
    payload.scp !== undefined
  const isOther = payload.token_use !== undefined && payload.token_use !== 'access'
  const isId = payload.typ === 'ID' || ['at_hash', 'c_hash', 'nonce'].some((claim) => claim in payload)
  if (!isKnownType || !isAccess || isOther || isId) throw new Refusal('not an access token')
}

/**
 * Refuses conditions that we cannot check: a proof of the sender's key (`cnf`, RFC 7800: DPoP, mutual TLS) or critical
 * headers.
 */
function refuseBound({ payload, protectedHeader }: JWTVerifyResult): void {
  if (payload.cnf !== undefined) throw new Refusal('bound to a key of its sender')
  if (protectedHeader.crit !== undefined) throw new Refusal('has critical headers')
}

function refuseOddTimes({ iat, exp = Number.POSITIVE_INFINITY }: JWTPayload): void {
  const now = Date.now() / 1000
  if (iat !== undefined && !(typeof iat === 'number' && iat <= now + leewayS)) throw new Refusal('issued in the future')
  if (exp - Math.min(iat ?? now, now) > maxLifetimeS + leewayS) throw new Refusal('valid for longer than a day')
}

class Refusal extends Error {}
