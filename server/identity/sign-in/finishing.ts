import { errors } from 'oidc-provider'
import { redirect, type Visit } from '../pages/visit.ts'
import { personById } from '../passwords/persons.ts'
import type { Assurance } from '../protocol/assurance.ts'
import type { Identity } from '../protocol/identity.ts'
import { noteDevice } from './device.ts'
import { tellOwner } from './not-me.ts'

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

/** Records the device. Returns the address that completes the sign-in, and what tells the owner of a new device. */
export async function finished(
  identity: Identity,
  visit: Visit,
  accountId: string,
  { acr, amr }: Assurance,
): Promise<{ onward: string; tellOfDevice: () => Promise<void> }> {
  const { request, reply, site } = visit
  identity.log.info({ person: accountId, acr }, 'signed in')
  const device = await noteDevice(identity, visit, accountId)
  const result = { login: { accountId, acr, amr }, signInId: device.id }
  const options = { mergeWithLastSubmission: false }
  const provider = identity.current.providerOf(site)
  return {
    onward: await provider.interactionResult(request.raw, reply.raw, result, options),
    async tellOfDevice() {
      const person = device.isKnown ? null : await personById(identity.sql, accountId)
      if (person) await tellOwner(identity, visit, person, 'newDevice', device)
    },
  }
}

export async function finish(identity: Identity, visit: Visit, accountId: string, assurance: Assurance): Promise<void> {
  const { onward, tellOfDevice } = await finished(identity, visit, accountId, assurance)
  redirect(visit, onward)
  await tellOfDevice()
}
