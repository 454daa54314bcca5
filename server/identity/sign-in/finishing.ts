import { errors } from 'oidc-provider'
import { redirect, type Visit } from '../pages/visit.ts'
import type { Assurance } from '../protocol/assurance.ts'
import type { Identity } from '../protocol/identity.ts'

/** A sign-in under way, or null once it is over. */
export async function signInUnderWay({ current }: Identity, { request, reply, site }: Visit) {
  try {
    const { uid, params, returnTo, session } = await current.providerOf(site).interactionDetails(request.raw, reply.raw)
    // Ignores a sign-in of another site.
    return returnTo.startsWith(`${site.issuer}/`) ? { uid, params, signedInAs: session?.accountId ?? null } : null
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null
    throw error
  }
}

export type UnderWay = NonNullable<Awaited<ReturnType<typeof signInUnderWay>>>

/** Returns the address that completes the sign-in. */
export async function finished(
  identity: Identity,
  { request, reply, site }: Visit,
  accountId: string,
  { acr, amr }: Assurance,
): Promise<string> {
  identity.log.info({ person: accountId, acr }, 'signed in')
  const result = { login: { accountId, acr, amr } }
  const options = { mergeWithLastSubmission: false }
  return identity.current.providerOf(site).interactionResult(request.raw, reply.raw, result, options)
}

export async function finish(identity: Identity, visit: Visit, accountId: string, assurance: Assurance): Promise<void> {
  redirect(visit, await finished(identity, visit, accountId, assurance))
}
