import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import vectors from '../docs/proof-vectors.json' with { type: 'json' }
import { checkProof } from './check.ts'
import { checkpointText, signedCheckpoint, verifierKey } from './checkpoint.ts'
import { claimRecord, claimText, privateHash } from './claim.ts'
import { sha256Of } from './hash.ts'
import { mintRecord, mintText } from './mint.ts'
import { linkHash, type MovementRecord, movementRecord, movementText, noHash } from './movement.ts'
import { completeHash, inclusionRanges, leafHash, type Range, rangeHash, subtreesOf } from './tree.ts'

const { movements, claims, mints } = vectors

const documentOf = (text: string) => {
  const { documentHash } = movementRecord.parse(JSON.parse(text))
  return [...claims, ...mints].find(({ sha256 }) => sha256 === documentHash)?.text ?? null
}
const proofs = movements.map(({ text, link }) => ({
  format: 'registry-proof/1',
  movement: text,
  document: documentOf(text),
  link,
  log: null,
}))
const failing = (proof: unknown) => checkProof(proof).flatMap(({ of, holds }) => (holds ? [] : [of]))

test('the vectors are what the module computes', () => {
  let previousHash = noHash
  for (const { text, link } of movements) {
    expect(movementText(movementRecord.parse(JSON.parse(text)))).toBe(text)
    expect(link.previousHash).toBe(previousHash)
    expect(linkHash(previousHash, text)).toBe(link.hash)
    previousHash = link.hash
  }
  for (const { text, sha256, privateSalt, privateWords } of claims) {
    const record = claimRecord.parse(JSON.parse(text))
    expect(claimText(record)).toBe(text)
    expect(sha256Of(text)).toBe(sha256)
    expect(record.privateHash).toBe(privateSalt === null ? undefined : privateHash(privateSalt, privateWords))
  }
  for (const { text, sha256, privateDocument } of mints) {
    const record = mintRecord.parse(JSON.parse(text))
    expect(mintText(record)).toBe(text)
    expect(sha256Of(text)).toBe(sha256)
    const sealed = sha256Of(privateDocument.documentId, privateDocument.sha256)
    expect(record.verifications[0]?.privateDocuments).toEqual([sealed])
  }
})

test('every vector is a proof that holds', () => {
  for (const proof of proofs) expect(failing(proof)).toEqual([])
  expect(proofs.filter(({ document }) => document !== null)).toHaveLength(3)
})

test('each changed character of a proof is found', () => {
  const proof = proofs[3]
  if (!proof?.document) throw new Error('The fourth vector is a claim.')
  for (const part of ['movement', 'document'] as const) {
    const text = proof[part] ?? ''
    for (let at = 0; at < text.length; at += 1) {
      const changed = `${text.slice(0, at)}${text[at] === '7' ? '8' : '7'}${text.slice(at + 1)}`
      expect(failing({ ...proof, [part]: changed }), `${part} ${at}`).not.toEqual([])
    }
  }
  for (const hash of ['previousHash', 'hash'] as const) {
    expect(failing({ ...proof, link: { ...proof.link, [hash]: noHash } })).toEqual(['link'])
  }
  expect(failing({ ...proof, link: { ...proof.link, sequence: 5 } })).toEqual(['link'])
  expect(failing({ ...proof, document: null })).toEqual(['document', 'claim'])
  expect(failing({ ...proofs[0], document: '{}' })).toEqual(['document', 'mint'])
})

type Entries = ReturnType<typeof movementRecord.parse>['entries']

test.each<[string, { items?: object[]; quantity?: string; entries?: Entries; accountId?: string; tenantId?: string }]>([
  [
    'fewer units than were retired',
    {
      items: [
        { assetId: 'a-1', quantity: 2 },
        { assetId: 'a-2', quantity: 10 },
      ],
    },
  ],
  [
    'an asset of which none were retired',
    {
      items: [
        { assetId: 'a-1', quantity: 3 },
        { assetId: 'a-3', quantity: 10 },
      ],
    },
  ],
  [
    'an asset twice',
    {
      items: [
        { assetId: 'a-1', quantity: 3 },
        { assetId: 'a-1', quantity: 3 },
      ],
    },
  ],
  ['not all assets', { items: [{ assetId: 'a-1', quantity: 3 }] }],
  ['another total', { quantity: '14' }],
  ['another account', { accountId: 'maker' }],
  ['another registry', { tenantId: 'sea' }],
  ['units that went to somebody', { entries: [['a-1', '1', '13', 'buyer', 'held', 'maker', 'retired']] }],
  [
    'a unit twice',
    {
      entries: [
        ['a-1', '1', '8', 'buyer', 'held', 'buyer', 'retired'],
        ['a-1', '8', '12', 'buyer', 'held', 'buyer', 'retired'],
      ],
      items: [{ assetId: 'a-1', quantity: 13 }],
    },
  ],
  ['a range that runs backwards', { entries: [['a-1', '8', '1', 'buyer', 'held', 'buyer', 'retired']] }],
  ['units that were not retired', { entries: [['a-1', '1', '13', 'buyer', 'held', 'buyer', 'held']] }],
])('a claim whose hashes hold and whose words name %s fails', (_, change) => {
  const { text = '', link } = movements[3] ?? {}
  const movement = movementRecord.parse(JSON.parse(text))
  const words: object = JSON.parse(documentOf(text) ?? '')
  const { items, accountId, tenantId, ...moved } = change
  const given = Object.entries({ items, accountId, tenantId }).filter(([, value]) => value !== undefined)
  const document = JSON.stringify({ ...words, ...Object.fromEntries(given) })
  expect(failing(forgedProof({ ...movement, ...moved }, document, link))).toEqual(['claim'])
})

test.each<[string, (text: string) => string]>([
  ['another movement', (text) => text.replace('"t-6"', '"t-7"')],
  ['another registry', (text) => text.replace('"lake"', '"sea"')],
  ['another asset', (text) => text.replace('"a-5"', '"a-6"')],
  ['an asset twice', (text) => text.replace('"a-5"', '"a-4"')],
  ['fewer units of an asset than it issued', (text) => text.replace('"verified":"300"', '"verified":"299"')],
  ['more units of the assets than were verified', (text) => text.replace('"quantity":"700"', '"quantity":"699"')],
  ['a hash that is none', (text) => text.replace('"privateDocuments":["', '"privateDocuments":["0')],
  [
    'fields in another order',
    (text) =>
      text.replace(
        '"period":"[2024-07-01,2025-06-30]","measured":"720"',
        '"measured":"720","period":"[2024-07-01,2025-06-30]"',
      ),
  ],
])('a mint whose hashes hold and whose document names %s fails', (_, change) => {
  const { text = '', link } = movements[5] ?? {}
  const document = documentOf(text) ?? ''
  const movement = movementRecord.parse(JSON.parse(text))
  expect(failing(forgedProof(movement, document, link))).toEqual([])
  expect(failing(forgedProof(movement, change(document), link))).toEqual(['mint'])
})

function forgedProof(movement: MovementRecord, document: string, link: { previousHash: string } | undefined) {
  const forged = movementText({ ...movement, documentHash: sha256Of(document) })
  const previousHash = link?.previousHash ?? noHash
  const { sequence } = movement
  const hash = linkHash(previousHash, forged)
  return { format: 'registry-proof/1', movement: forged, document, link: { sequence, previousHash, hash }, log: null }
}

test.each([null, 'no json', {}, { ...proofs[0], format: 'registry-proof/2' }, { ...proofs[0], movement: '{}' }])(
  'what is no proof fails by its form (%#)',
  (file) => expect(failing(file)).toEqual(['form']),
)

test('the log of a proof is checked with its key, and with the one that its reader knows', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const leaves = movements.map(({ link }) => leafHash(link.hash))
  const hashOf = (range: Range) =>
    rangeHash(
      subtreesOf(range).map(({ height, index }) =>
        completeHash(leaves.slice(index * 2 ** height, (index + 1) * 2 ** height)),
      ),
    )
  const head = {
    origin: 'registry.example/log/lake',
    size: leaves.length,
    root: hashOf({ start: 0, end: leaves.length }),
  }
  const checkpoint = signedCheckpoint(head, raw, sign(null, Buffer.from(checkpointText(head)), privateKey))
  const key = verifierKey(head.origin, raw)
  for (const [index, proof] of proofs.entries()) {
    const path = inclusionRanges(index, leaves.length).map(hashOf)
    const whole = { ...proof, log: { path, checkpoint, key } }
    expect(failing(whole)).toEqual([])
    expect(checkProof(whole, key).every(({ holds }) => holds)).toBe(true)
    expect(checkProof(whole, `${key}A`).filter(({ holds }) => !holds)).toMatchObject([{ of: 'key' }])
    expect(failing({ ...whole, log: { path: path.toReversed().slice(1), checkpoint, key } })).toEqual(['log'])
    expect(failing({ ...whole, log: { path, checkpoint: checkpoint.replace('\n6\n', '\n7\n'), key } })).toEqual(['log'])
    expect(failing({ ...whole, log: { path, checkpoint, key: 'no key' } })).toEqual(['log'])
  }
  expect(checkProof(proofs[0], key).filter(({ holds }) => !holds)).toMatchObject([{ of: 'key' }])
})
