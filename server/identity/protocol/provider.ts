import {
  type ClientMetadata,
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
  type ResourceServer,
} from 'oidc-provider'
import { type Database, newId } from '#server/infra/db/database.ts'
import { languages } from '#shared/rules/languages.ts'
import { type Person, personById } from '../passwords/persons.ts'
import { artefactsIn } from './artefacts.ts'
import { assuranceLevels, isStrong, passwordAlone, wantsStrong } from './assurance.ts'
import { hostCookie, pathCookie } from './cookies.ts'
import { type Keys, signingAlgorithm } from './keys.ts'
import { nameSession } from './sessions.ts'
import type { IdentitySite } from './sites.ts'

export type ProviderOptions = {
  clientId: string
  /** The audience of access tokens. */
  audience: string
  groupsClaim: string
  /** Lifetime of access and id tokens, in seconds. */
  tokenLifetimeS: number
  /** How long a session may be unused, in seconds. */
  idleS: number
}

/** A working day; renewals do not extend it. */
export const sessionLifetimeS = 12 * 3_600
const signInLifetimeS = 3_600
/** A resource indicator (RFC 8707); the audience is configured. */
const resource = 'urn:registry:api'
const scope = 'openid'

/**
 * Makes a site's oidc-provider with one public client: code flow with PKCE, signed access tokens, no consent page. Only
 * the tenant's people sign in.
 */
export function makeProvider(
  sql: Database,
  keys: Keys,
  options: ProviderOptions,
  site: IdentitySite,
  renderError: Configuration['renderError'],
): Provider {
  const { groupsClaim, tokenLifetimeS, idleS } = options
  const { issuer, tenantId } = site
  const path = new URL(issuer).pathname
  const provider = new Provider(issuer, {
    adapter: artefactsIn(sql, idleS),
    jwks: { keys: keys.jwks },
    clients: [clientOf(options, site)],
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    scopes: [scope],
    acrValues: [...assuranceLevels],
    claims: { [scope]: ['sub', 'email', 'given_name', 'family_name', groupsClaim] },
    // The site requests only openid, so the id token carries all claims (specification, section 4).
    conformIdTokenClaims: false,
    enabledJWA: { idTokenSigningAlgValues: [signingAlgorithm] },
    pkce: { required: () => true },
    // Only the site's own origin may call.
    clientBasedCORS: (_ctx, origin) => origin === site.origin,
    extraParams: ['theme'],
    cookies: {
      keys: [keys.cookieSecret],
      names: {
        session: hostCookie('identity_session', site.origin),
        // Each cookie belongs to one sign-in, and so to one path.
        interaction: pathCookie('identity_sign_in', site.origin),
        resume: pathCookie('identity_resume', site.origin),
      },
      long: { httpOnly: true, sameSite: 'lax', signed: true, path: '/' },
      short: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    discovery: {
      userinfo_endpoint: `${issuer}/me`,
      end_session_endpoint: `${issuer}/session/end`,
      ui_locales_supported: [...languages],
    },
    features: {
      devInteractions: { enabled: false },
      // Replaced by userinfo.ts, which takes the API's access tokens.
      userinfo: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      // Replaced by signing-out.ts, which has its own page.
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => resourceServerOf(options, keys),
      },
    },
    ttl: {
      AccessToken: lifetimeWithin(tokenLifetimeS),
      IdToken: lifetimeWithin(tokenLifetimeS),
      AuthorizationCode: 60,
      Interaction: signInLifetimeS,
      Session: sessionLifetimeS,
      Grant: sessionLifetimeS,
      RefreshToken: lifetimeWithin(idleS),
    },
    interactions: { policy: signInOnly(), url: (_ctx, interaction) => `${path}/interaction/${interaction.uid}` },
    findAccount: async (_ctx, id) => {
      const person = await personById(sql, id)
      if (person?.status !== 'active' || person.tenantId !== tenantId) return undefined
      return { accountId: id, claims: () => claimsOf(person, groupsClaim) }
    },
    extraTokenClaims: async (ctx, token) => {
      const person = 'accountId' in token ? await personById(sql, token.accountId) : null
      return {
        [groupsClaim]: person?.groups ?? [],
        // Lets us refuse a token once its sign-in has ended: see ended-sessions.ts.
        sid: 'grantId' in token ? token.grantId : undefined,
        ...signInOf(ctx),
      }
    },
    // With a refresh token oidc-client-ts renews without an iframe.
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    async loadExistingGrant(ctx) {
      const { signInId } = ctx.oidc.result ?? {}
      if (typeof signInId === 'string' && ctx.oidc.session) await nameSession(sql, signInId, ctx.oidc.session.uid)
      return grantOf(provider, ctx)
    },
    renderError,
  })
  // requestAsSeenOutside sets these headers from configuration.
  provider.proxy = true
  return provider
}

/** A public client, without a secret. */
function clientOf({ clientId }: ProviderOptions, { origin }: IdentitySite): ClientMetadata {
  return {
    client_id: clientId,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: [`${origin}/`],
  }
}

/** The claims of the id token and userinfo. */
export function claimsOf(person: Person, groupsClaim: string) {
  return {
    sub: person.id,
    email: person.email,
    given_name: person.firstName,
    family_name: person.lastName,
    [groupsClaim]: person.groups,
  }
}

/** For tests. */
export async function accessTokenFor(
  provider: Provider,
  keys: Keys,
  options: ProviderOptions,
  personId: string,
): Promise<string> {
  const client = await provider.Client.find(options.clientId)
  if (!client) throw new Error('The provider has no such client.')
  const token = new provider.AccessToken({
    client,
    accountId: personId,
    grantId: newId(),
    scope,
    gty: 'authorization_code',
  })
  token.resourceServer = new provider.ResourceServer(resource, resourceServerOf(options, keys))
  return token.save()
}

function resourceServerOf({ audience, tokenLifetimeS }: ProviderOptions, { current }: Keys): ResourceServer {
  const jwt = { sign: { alg: signingAlgorithm, kid: current } } as const
  return { scope, audience, accessTokenFormat: 'jwt', accessTokenTTL: tokenLifetimeS, jwt }
}

/** No token outlives the grant, which ends a working day after the sign-in. Without a context for tests' tokens. */
function lifetimeWithin(longestS: number) {
  return (ctx?: KoaContextWithOIDC): number => {
    const { exp } = ctx?.oidc.entities.Grant ?? {}
    const restS = exp === undefined ? sessionLifetimeS : exp - Math.floor(Date.now() / 1000)
    return Math.max(1, Math.min(longestS, restS))
  }
}

/** How and when the token's bearer signed in; renewals change nothing. Tokens for tests have no context. */
function signInOf(ctx: KoaContextWithOIDC | undefined) {
  const { RefreshToken, AuthorizationCode } = ctx?.oidc.entities ?? {}
  const { authTime = Math.floor(Date.now() / 1000), acr, amr } = RefreshToken ?? AuthorizationCode ?? {}
  return { auth_time: authTime, acr: acr ?? passwordAlone.acr, amr: amr ?? passwordAlone.amr }
}

/** The client is the registry itself. A session weaker than the request signs in anew. */
function signInOnly() {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const isWeak = ({ oidc }: KoaContextWithOIDC) =>
    wantsStrong(oidc.params?.acr_values) && !isStrong(oidc.session?.acr) && !oidc.result?.login
  policy.get('login')?.checks.add(new interactionPolicy.Check('weak', 'A second factor is required', isWeak))
  return policy
}

async function grantOf(provider: Provider, ctx: KoaContextWithOIDC) {
  const { client, session } = ctx.oidc
  if (!client || !session) return undefined
  const existing = session.grantIdFor(client.clientId)
  const found = existing ? await provider.Grant.find(existing) : undefined
  if (found) return found
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(scope)
  grant.addResourceScope(resource, scope)
  await grant.save()
  return grant
}
