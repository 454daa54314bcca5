import { createHash } from 'node:crypto'
import { errors, type JWTPayload, type JWTVerifyResult, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Log } from '#server/infra/log.ts'
import { username } from '#shared/contract/fields.ts'
import { Failure } from '#shared/rules/failure.ts'
import { groupsOf } from '#shared/rules/groups.ts'
import { limits } from '#shared/rules/limits.ts'
import { issuerAt } from './issuer.ts'

export type TokenRules = {
  /** The issuer's address, as discovery knows it. */
  authority: string
  /** Our client's id: who Cognito's access tokens, which carry no audience, must be for. */
  clientId: string
  audience: string
  /** The claim with the groups: a name (`groups`, `cognito:groups`) or a dotted path (`realm_access.roles`). */
  groupsClaim: string
  /** What stands between the groups of a provider that writes them as one text; null where only a list is read. */
  groupsDelimiter?: string | null
  /**
   * For a provider that is an issuer at every site, with one set of keys: whose site an issuer is, null for none of ours.
   * Without it the authority is the only issuer, for all tenants.
   */
  tenantOfIssuer?: ((issuer: string) => Promise<string | null>) | undefined
  /** Whether a session, which tokens name as `sid`, has ended after a token of it was issued (milliseconds). */
  hasEnded?: ((sessionId: string, issuedAt: number) => boolean) | undefined
}

/** What the server knows from a token: who it is, the groups it claims, and until when (milliseconds). */
export type VerifiedToken = {
  subject: string
  groups: readonly string[]
  expiresAt: number
  /** The session at the provider that the token is of, and when the token was issued (milliseconds); null where it does not say. */
  session: { id: string; issuedAt: number } | null
  /** The tenant at whose site the person signed in; null where one issuer serves all. */
  siteTenantId: string | null
  /** As far as the provider says so in access tokens; else empty. */
  person: { email: string; isEmailVerified: boolean; firstName: string; lastName: string }
}

/** Judges a token; why one was refused goes to the log of the request that brought it. */
export type VerifyToken = (token: string, log: Pick<Log, 'warn'>) => Promise<VerifiedToken>

/** Signatures by a key pair only: no `none`, no shared secret. */
const algorithms = ['RS256', 'ES256', 'PS256', 'EdDSA']
/** How far clocks may differ when `exp`, `nbf` and `iat` are judged. */
export const leewayS = 30
/** The longest that a token may be valid: as long as Cognito's may be. */
export const maxLifetimeS = 24 * 60 * 60
const maxTokenLength = 16_384
const maxRemembered = 10_000

/**
 * Makes the one door for bearer tokens: an access token of the configured issuer for our audience, verified against the
 * issuer's published keys. A verified token is remembered by its hash until it expires. Anything else fails with
 * `unauthenticated` and one message; the reason is logged, the token never. Fails with `unavailable` while the issuer's
 * keys cannot be had. The issuer is found by discovery, unless `findIssuer` has it at hand.
 */
export function tokenVerifier(rules: TokenRules, findIssuer = issuerAt(rules.authority)): VerifyToken {
  // By the clock on the wall, which says when a token expires.
  const remembered = new LRUCache<string, VerifiedToken>({ max: maxRemembered, perf: { now: () => Date.now() } })

  return async (token, log) => {
    const hash = createHash('sha256').update(token).digest('base64')
    const known = remembered.get(hash)
    try {
      if (known) return ofGoingSession(known, rules)
      const verified = ofGoingSession(await verify(token, rules, await findIssuer()), rules)
      const ttl = verified.expiresAt - Date.now()
      // One that has expired, but within the leeway, is not remembered: to the cache a `ttl` of 0 means for ever.
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
  const { sid, iat } = payload
  const session = typeof sid === 'string' && iat !== undefined ? { id: sid, issuedAt: iat * 1000 } : null
  return { subject: sub, groups, expiresAt: exp * 1000, session, siteTenantId, person: personIn(payload) }
}

function ofGoingSession(verified: VerifiedToken, { hasEnded }: TokenRules): VerifiedToken {
  const { session } = verified
  if (session && hasEnded?.(session.id, session.issuedAt)) throw new Refusal('its session has ended')
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

/** Meant for us: our audience, or, as Cognito writes it, no audience but our client id in an access token. */
function refuseForeign(payload: JWTPayload, { audience, clientId }: TokenRules): void {
  const isForAudience = payload.aud !== undefined && [payload.aud].flat().includes(audience)
  const isForClient = payload.aud === undefined && payload.client_id === clientId && payload.token_use === 'access'
  if (!isForAudience && !isForClient) throw new Refusal('audience or client is another')
}

/** Standard claims (OpenID Connect Core, section 5.1), cut to what the registry keeps. */
function personIn({ email, email_verified, given_name, family_name }: JWTPayload): VerifiedToken['person'] {
  const textOf = (claim: unknown, longest: number) => (typeof claim === 'string' ? claim.slice(0, longest) : '')
  return {
    email: textOf(email, limits.email),
    // Cognito writes it as text.
    isEmailVerified: email_verified === true || email_verified === 'true',
    firstName: textOf(given_name, limits.name),
    lastName: textOf(family_name, limits.name),
  }
}

/**
 * An access token says that it is one: by its type (RFC 9068), its use (Cognito), its kind (Keycloak) or the scope that it
 * grants. An id token tells a client who signed in and opens nothing; where both share an audience its own claims betray it. Any
 * other type (`logout+jwt`, `dpop+jwt`, `secevent+jwt` …) says itself that it is something else.
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
 * Refuses a token that counts only with a proof which nobody checks here: of a key of its sender (`cnf`, RFC 7800, as DPoP and
 * mutual TLS use it), or of a header that its issuer calls critical.
 */
function refuseBound({ payload, protectedHeader }: JWTVerifyResult): void {
  if (payload.cnf !== undefined) throw new Refusal('bound to a key of its sender')
  if (protectedHeader.crit !== undefined) throw new Refusal('has critical headers')
}

/** Refuses a token that was issued in the future, or that is valid for longer than a provider in its senses would say. */
function refuseOddTimes({ iat, exp = Number.POSITIVE_INFINITY }: JWTPayload): void {
  const now = Date.now() / 1000
  if (iat !== undefined && !(typeof iat === 'number' && iat <= now + leewayS)) throw new Refusal('issued in the future')
  if (exp - Math.min(iat ?? now, now) > maxLifetimeS + leewayS) throw new Refusal('valid for longer than a day')
}

class Refusal extends Error {}
