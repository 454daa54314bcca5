import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { Failure } from '#shared/rules/failure.ts'

/** What discovery says about an issuer: its exact name, its keys, and the origins that a browser meets when it signs in. */
export type Issuer = { name: string; keyOf: JWTVerifyGetKey; origins: readonly string[] }

const discoveryTimeoutMs = 5_000
const discoveryRetryMs = 5_000
/** How long fetched keys are trusted before they are fetched again; an unknown key id asks at once, see below. */
const keysMaxAgeMs = 10 * 60_000
/** The least time between two fetches for unknown key ids, so that forged tokens cannot make us flood the issuer. */
export const keysCooldownMs = 5_000

const address = z.url({ protocol: /^https?$/ })
const endpoints = z.object({
  authorization_endpoint: address.optional(),
  token_endpoint: address.optional(),
  userinfo_endpoint: address.optional(),
  revocation_endpoint: address.optional(),
  end_session_endpoint: address.optional(),
  check_session_iframe: address.optional(),
})
const discoveryDocument = z.object({ issuer: z.string().min(1), jwks_uri: z.url(), ...endpoints.shape })

/**
 * Finds an OpenID issuer by discovery (OpenID Connect Discovery 1.0, section 4) at the first call and keeps the answer.
 * Fails with `unavailable` while the issuer cannot be reached or answers nonsense, and asks again at the next call.
 */
export function issuerAt(authority: string): () => Promise<Issuer> {
  let known: Promise<Issuer> | null = null
  return () => {
    known ??= discover(authority).catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }
}

/** Asks the issuer for its origins as long as it takes; whoever starts the registry first need not wait for the other. */
export function signInOrigins(findIssuer: () => Promise<Issuer>): { known(): readonly string[]; stop(): void } {
  let origins: readonly string[] = []
  let timer: NodeJS.Timeout | undefined
  const ask = () => {
    findIssuer().then(
      (issuer) => {
        origins = issuer.origins
      },
      () => {
        timer = setTimeout(ask, discoveryRetryMs).unref()
      },
    )
  }
  ask()
  return { known: () => origins, stop: () => clearTimeout(timer) }
}

/** Whether an issuer's keys can be read now. */
export async function keysAnswer({ keyOf }: Issuer): Promise<boolean> {
  try {
    await keyOf({ alg: 'RS256', kid: 'none has this id' }, { payload: '', signature: '' })
    return true
  } catch (error) {
    return tokenFaults.some((fault) => error instanceof fault)
  }
}

async function discover(authority: string): Promise<Issuer> {
  const document = discoveryDocument.safeParse(
    await fetchJson(`${withoutEndSlash(authority)}/.well-known/openid-configuration`),
  )
  if (!document.success) throw unavailable('it answers no discovery document')
  if (withoutEndSlash(document.data.issuer) !== withoutEndSlash(authority)) {
    throw unavailable(`it calls itself ${document.data.issuer}`)
  }
  const keysUrl = new URL(document.data.jwks_uri)
  // Keys that come unencrypted for an issuer that has encryption could be anybody's.
  if (new URL(authority).protocol === 'https:' && keysUrl.protocol !== 'https:') {
    throw unavailable('it is https and its keys are not')
  }
  const addresses = Object.values(endpoints.parse(document.data))
  const origins = new Set(addresses.flatMap((url) => (url ? [new URL(url).origin] : [])))
  return { name: document.data.issuer, keyOf: remoteKeys(keysUrl), origins: [...origins] }
}

/** Keys by the id in a token's header; only an answer about the token's key is the token's fault, the rest is an outage. */
function remoteKeys(url: URL): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(url, {
    timeoutDuration: discoveryTimeoutMs,
    cacheMaxAge: keysMaxAgeMs,
    cooldownDuration: keysCooldownMs,
  })
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (tokenFaults.some((fault) => error instanceof fault)) throw error
      throw unavailable(error)
    }
  }
}

const tokenFaults = [
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSENotSupported,
  errors.JOSEAlgNotAllowed,
]

async function fetchJson(url: string): Promise<unknown> {
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(discoveryTimeoutMs) })
    return answer.ok ? await answer.json() : null
  } catch (error) {
    throw unavailable(error)
  }
}

/** `why` is for whoever runs the registry, never for callers. */
function unavailable(why: unknown): Failure {
  const failure = new Failure('unavailable', 'The sign-in service cannot be reached. Try again in a moment.')
  failure.cause = why instanceof Error ? why : new Error(String(why))
  return failure
}

function withoutEndSlash(url: string): string {
  return url.replace(/\/$/, '')
}
