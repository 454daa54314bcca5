import { ed25519 } from '@noble/curves/ed25519'
import { describe, expect, test } from 'vitest'
import { verifierKey } from './checkpoint.ts'
import { credential, didDocument, didOf, isSigned, signedCredential } from './credential.ts'

const seed = new Uint8Array(32).fill(7)
const publicKey = ed25519.getPublicKey(seed)
const origin = 'registry.example:8443/log/lake'
const key = verifierKey(origin, publicKey)

const signed = () =>
  signedCredential(
    {
      id: 'https://registry.example:8443/claims?key=1',
      type: ['VerifiableCredential', 'RetirementCertificate'],
      issuer: { id: didOf(origin), name: 'Registry of the Lake' },
      validFrom: '2026-03-04T14:05:09.123456Z',
      credentialSubject: {
        type: 'Retirement',
        quantity: 12,
        beneficiary: { name: 'Łódź “Shipping”\n', country: null },
      },
    },
    { created: '2026-03-05T00:00:00.000Z', sign: (bytes) => ed25519.sign(bytes, seed) },
  )

test('the name of a log is a did:web, whose document has the key as the log publishes it', () => {
  const document = didDocument(origin, publicKey)
  expect(document.id).toBe('did:web:registry.example%3A8443:log:lake')
  const [method] = document.verificationMethod
  expect(method).toMatchObject({ type: 'Multikey', controller: document.id })
  expect(method?.publicKeyMultibase).toMatch(/^z6Mk/)
  expect(document.assertionMethod).toEqual([method?.id])
})

test('a signed credential holds with the key of the log, in any order of its fields', async () => {
  const made = await signed()
  expect(isSigned(made, key)).toBe(true)
  const turned = Object.fromEntries(Object.entries(made).reverse())
  expect(isSigned(credential.parse(JSON.parse(JSON.stringify(turned))), key)).toBe(true)
})

describe('a credential does not hold', () => {
  test.each<[string, (made: ReturnType<typeof credential.parse>) => object]>([
    ['with another quantity', (made) => ({ credentialSubject: { ...made.credentialSubject, quantity: 13 } })],
    ['with a further fact', (made) => ({ credentialSubject: { ...made.credentialSubject, note: 'x' } })],
    ['of another day', () => ({ validFrom: '2026-03-04T14:05:09.123457Z' })],
    ['in the name of another issuer', () => ({ issuer: { id: 'did:web:other.example', name: 'Other' } })],
    ['with another context', (made) => ({ '@context': [...made['@context'], 'https://other.example/v1'] })],
    ['signed at another time', (made) => ({ proof: { ...made.proof, created: '2026-03-05T00:00:01.000Z' } })],
    ['by another method', (made) => ({ proof: { ...made.proof, verificationMethod: `${didOf(origin)}#other` } })],
    [
      'without the mark of the encoding',
      (made) => ({ proof: { ...made.proof, proofValue: made.proof.proofValue.slice(1) } }),
    ],
    ['with no signature', (made) => ({ proof: { ...made.proof, proofValue: 'z' } })],
    ['with signs of no alphabet', (made) => ({ proof: { ...made.proof, proofValue: 'z0OIl' } })],
  ])('%s', async (_, change) => {
    const made = await signed()
    expect(isSigned(credential.parse({ ...made, ...change(made) }), key)).toBe(false)
  })

  test('with the key of another, or no key', async () => {
    const other = ed25519.getPublicKey(new Uint8Array(32).fill(8))
    expect(isSigned(await signed(), verifierKey(origin, other))).toBe(false)
    expect(isSigned(await signed(), verifierKey('other.example/log/lake', publicKey))).toBe(false)
    expect(isSigned(await signed(), 'nothing')).toBe(false)
  })
})
