import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import { z } from 'zod'
import { readVerifierKey } from './checkpoint.ts'
import { bytesOf, sha256Of } from './hash.ts'

/**
 * A signed statement as a W3C verifiable credential (Data Model 2.0), secured with the cryptosuite eddsa-jcs-2022 (Data
 * Integrity EdDSA Cryptosuites 1.0, section 3.3). The key is the log's, the issuer a did:web in the log's name.
 */
export const credential = z.looseObject({
  '@context': z.array(z.string()),
  type: z.array(z.string()),
  issuer: z.looseObject({ id: z.string() }),
  validFrom: z.string(),
  credentialSubject: z.looseObject({}),
  proof: z.strictObject({
    '@context': z.array(z.string()),
    type: z.literal('DataIntegrityProof'),
    cryptosuite: z.literal('eddsa-jcs-2022'),
    created: z.string(),
    verificationMethod: z.string(),
    proofPurpose: z.literal('assertionMethod'),
    proofValue: z.string(),
  }),
})
export type Credential = z.output<typeof credential>
export type Unsigned = {
  id: string
  type: string[]
  issuer: { id: string; name: string }
  validFrom: string
  credentialSubject: Record<string, unknown>
}

/** Of Ed25519, before the 32 bytes of a key (multicodec). */
const ed25519Key = [0xed, 0x01]

/** did:web of a log's name, as `did:web:registry.example:log:lake`. */
export function didOf(origin: string): string {
  return `did:web:${origin.split('/').map(encodeURIComponent).join(':')}`
}

/** The document that did:web looks up below the log's address. */
export function didDocument(origin: string, publicKey: Uint8Array) {
  const id = didOf(origin)
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    verificationMethod: [
      {
        id: methodOf(id),
        type: 'Multikey',
        controller: id,
        publicKeyMultibase: `z${base58.encode(Uint8Array.of(...ed25519Key, ...publicKey))}`,
      },
    ],
    assertionMethod: [methodOf(id)],
  }
}

/** `sign` gets the 64 bytes that the suite signs; `created` is the time of signing. */
export function signedCredential(
  unsigned: Unsigned,
  { created, sign }: { created: string; sign: (bytes: Uint8Array) => Uint8Array },
): Credential {
  const context = ['https://www.w3.org/ns/credentials/v2', 'https://www.w3.org/ns/credentials/undefined-terms/v2']
  const document = { '@context': context, ...unsigned }
  const proof = {
    '@context': context,
    type: 'DataIntegrityProof',
    cryptosuite: 'eddsa-jcs-2022',
    created,
    verificationMethod: methodOf(unsigned.issuer.id),
    proofPurpose: 'assertionMethod',
  } as const
  const signature = sign(signedBytes(document, proof))
  return { ...document, proof: { ...proof, proofValue: `z${base58.encode(signature)}` } }
}

/** Whether the log's key has signed the credential in the log's name. `key` is a verifier key (`checkpoint.ts`). */
export function isSigned({ proof, ...document }: Credential, key: string): boolean {
  const verifier = readVerifierKey(key)
  if (!verifier) return false
  const { proofValue, ...options } = proof
  const id = didOf(verifier.name)
  if (document.issuer.id !== id || proof.verificationMethod !== methodOf(id)) return false
  if (canonicalJson(proof['@context']) !== canonicalJson(document['@context'])) return false
  try {
    const signature = base58.decode(proofValue.replace(/^z/, ''))
    return proofValue.startsWith('z') && ed25519.verify(signature, signedBytes(document, options), verifier.publicKey)
  } catch {
    return false
  }
}

const methodOf = (did: string) => `${did}#log`

function signedBytes(document: object, proof: object): Uint8Array {
  return bytesOf(sha256Of(canonicalJson(proof)) + sha256Of(canonicalJson(document)))
}

/** JSON Canonicalization Scheme (RFC 8785): what ECMAScript writes, with sorted names. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const names = Object.entries(value).filter(([, each]) => each !== undefined)
  const sorted = names.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, each]) => `${JSON.stringify(name)}:${canonicalJson(each)}`).join(',')}}`
}
