import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { Failure } from '#shared/rules/failure.ts'

/** `origins`: those that a browser visits to sign in. */
export type Issuer = { name: string; keyOf: JWTVerifyGetKey; origins: readonly string[] }

const discoveryTimeoutMs = 5_000
const discoveryRetryMs = 5_000
/** An unknown key id triggers an earlier fetch. */
const keysMaxAgeMs = 10 * 60_000
/** Limits fetches for unknown key ids, so that forged tokens cannot make us flood the issuer. */
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
 * Finds an OpenID issuer (OpenID Connect Discovery 1.0, section 4) at the first call and caches it. Fails with
 * `unavailable`; the next call retries.
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

/** Retries in the background, so that the registry can start before the issuer. */
export function signInOrigins(findIssuer: () => Promise<Issuer>): { known(): readonly string[]; stop(): void } {
  let origins: readonly string[] = []
  let timer: NodeJS.Timeout | undefined
  const load = () => {
    findIssuer().then(
      (issuer) => {
        origins = issuer.origins
      },
      () => {
        timer = setTimeout(load, discoveryRetryMs).unref()
      },
    )
  }
  load()
  return { known: () => origins, stop: () => clearTimeout(timer) }
}

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
  // Keys fetched without TLS could be forged.
  if (new URL(authority).protocol === 'https:' && keysUrl.protocol !== 'https:') {
    throw unavailable('it is https and its keys are not')
  }
  const addresses = Object.values(endpoints.parse(document.data))
  const origins = new Set(addresses.flatMap((url) => (url ? [new URL(url).origin] : [])))
  return { name: document.data.issuer, keyOf: remoteKeys(keysUrl), origins: [...origins] }
}

/** Passes errors about the token's key through; maps others to `unavailable`. */
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

/** `why` is for the log only. */
function unavailable(why: unknown): Failure {
  const failure = new Failure('unavailable', 'The sign-in service cannot be reached. Try again in a moment.')
  failure.cause = why instanceof Error ? why : new Error(String(why))
  return failure
}

function withoutEndSlash(url: string): string {
  return url.replace(/\/$/, '')
}
