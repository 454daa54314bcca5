import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Sql } from '#server/infra/db/database.ts'
import type { Person } from '../passwords/persons.ts'
import { newChallenge, type Purpose, takeChallenge } from './challenges.ts'

export type PasskeySite = { origin: string; names: { en: string } }

export type UsedPasskey = { personId: string; mayBeBackedUp: boolean }

/** EdDSA, ES256 and RS256 (COSE). */
const algorithms = [-8, -7, -257]

const clientData = z.looseObject({ challenge: z.string() })
const answered = z.looseObject({ id: z.string(), response: z.looseObject({ clientDataJSON: z.string() }) })
// The library checks the rest.
const registration = answered.and(z.custom<RegistrationResponseJSON>())
const assertion = answered.and(z.custom<AuthenticationResponseJSON>())

/** JSON of a `PublicKeyCredentialCreationOptionsJSON`. */
export async function creationOptions(sql: Sql, site: PasskeySite, person: Person, purpose: Purpose): Promise<string> {
  return JSON.stringify({
    challenge: await newChallenge(sql, purpose),
    rp: { id: relyingParty(site), name: site.names.en },
    user: {
      id: Buffer.from(person.id).toString('base64url'),
      name: person.email,
      displayName: `${person.firstName} ${person.lastName}`.trim() || person.email,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: await descriptorsOf(sql, person.id),
    attestation: 'none',
  })
}

/** JSON of a `PublicKeyCredentialRequestOptionsJSON`; without a person for any passkey of this site. */
export async function requestOptions(
  sql: Sql,
  site: PasskeySite,
  purpose: Purpose,
  personId: string | null,
): Promise<string> {
  return JSON.stringify({
    challenge: await newChallenge(sql, purpose),
    rpId: relyingParty(site),
    userVerification: 'required',
    allowCredentials: personId === null ? [] : await descriptorsOf(sql, personId),
  })
}

/** Returns null for an answer that does not verify (WebAuthn 3, 7.1), or a known passkey. */
export async function addPasskey(
  sql: Sql,
  site: PasskeySite,
  purpose: Purpose,
  { personId, name, credential }: { personId: string; name: string; credential: string },
): Promise<UsedPasskey | null> {
  const response = await answerTo(sql, purpose, registration, credential)
  if (!response) return null
  const verified = await verifiedOrNull(async ({ verifyRegistrationResponse, isPlain }) =>
    isPlain(response.response.attestationObject)
      ? verifyRegistrationResponse({ ...expectedAt(site, response), response, supportedAlgorithmIDs: algorithms })
      : null,
  )
  if (!verified?.verified) return null
  const { credential: key, credentialDeviceType, credentialBackedUp } = verified.registrationInfo
  const mayBeBackedUp = credentialDeviceType === 'multiDevice'
  const added = await sql`
    insert into identity.passkey (id, person_id, name, public_key, counter, transports, may_be_backed_up, is_backed_up)
    values (${key.id}, ${personId}, ${name}, ${Buffer.from(key.publicKey)}, ${key.counter}, ${key.transports ?? []},
      ${mayBeBackedUp}, ${credentialBackedUp})
    on conflict (id) do nothing`
  return added.count === 1 ? { personId, mayBeBackedUp } : null
}

type Stored = UsedPasskey & { publicKey: Buffer; counter: number }

/** Returns whose passkey answered the challenge, or null (WebAuthn 3, 7.2). A counter that goes back is a copied key. */
export async function usedPasskey(
  sql: Sql,
  site: PasskeySite,
  purpose: Purpose,
  credential: string,
): Promise<UsedPasskey | null> {
  const response = await answerTo(sql, purpose, assertion, credential)
  if (!response) return null
  const [stored] = await sql<Stored[]>`
    select person_id as "personId", public_key as "publicKey", counter::float8 as counter,
      may_be_backed_up as "mayBeBackedUp"
    from identity.passkey where id = ${response.id}`
  if (!stored) return null
  const { personId, mayBeBackedUp, counter } = stored
  const key = { id: response.id, publicKey: new Uint8Array(stored.publicKey), counter }
  const verified = await verifiedOrNull(({ verifyAuthenticationResponse }) =>
    verifyAuthenticationResponse({ ...expectedAt(site, response), response, credential: key }),
  )
  if (!verified?.verified) return null
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  const used = await sql`
    update identity.passkey set counter = ${newCounter}, is_backed_up = may_be_backed_up and ${credentialBackedUp},
      last_used_at = now()
    where id = ${response.id} and counter = ${counter}`
  return used.count === 1 ? { personId, mayBeBackedUp } : null
}

function relyingParty({ origin }: PasskeySite): string {
  return new URL(origin).hostname
}

function expectedAt(site: PasskeySite, { response }: z.output<typeof answered>) {
  return {
    expectedChallenge: challengeIn(response.clientDataJSON) ?? '',
    expectedOrigin: site.origin,
    expectedRPID: relyingParty(site),
    requireUserVerification: true,
  }
}

async function descriptorsOf(sql: Sql, personId: string) {
  const passkeys = await sql<{ id: string; transports: string[] }[]>`
    select id, transports from identity.passkey where person_id = ${personId} order by created_at`
  return passkeys.map(({ id, transports }) => ({ type: 'public-key', id, transports }))
}

/** Uses its challenge up. Null for other text, or another challenge than one of ours. */
async function answerTo<Answer extends z.output<typeof answered>>(
  sql: Sql,
  purpose: Purpose,
  schema: z.ZodType<Answer>,
  text: string,
): Promise<Answer | null> {
  const read = schema.safeParse(parsed(text))
  const challenge = read.success ? challengeIn(read.data.response.clientDataJSON) : null
  return read.success && challenge && (await takeChallenge(sql, purpose, challenge)) ? read.data : null
}

function challengeIn(clientDataJSON: string): string | null {
  const read = clientData.safeParse(parsed(Buffer.from(clientDataJSON, 'base64url').toString()))
  return read.success ? read.data.challenge : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Lazy, because few sign in by passkey. The library throws what does not verify. */
async function verifiedOrNull<Result>(
  verify: (library: Awaited<ReturnType<typeof loadLibrary>>) => Promise<Result> | null,
): Promise<Result | null> {
  const library = await loadLibrary()
  try {
    return await verify(library)
  } catch {
    return null
  }
}

async function loadLibrary() {
  const [library, { decodeAttestationObject }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  /** Without certificates, whose addresses the library would open. We ask for none. */
  const isPlain = (attestation: string) => {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')))
    return ['none', 'packed'].includes(decoded.get('fmt')) && decoded.get('attStmt').get('x5c') === undefined
  }
  return { ...library, isPlain }
}
