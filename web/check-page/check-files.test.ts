import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { checkpointText, signedCheckpoint, verifierKey } from '#proof/checkpoint.ts'
import { claimText } from '#proof/claim.ts'
import { didOf, signedCredential } from '#proof/credential.ts'
import { sha256Of } from '#proof/hash.ts'
import { mintText } from '#proof/mint.ts'
import { linkHash, movementText, noHash } from '#proof/movement.ts'
import type { ProofFile } from '#proof/proof-file.ts'
import { leafHash } from '#proof/tree.ts'
import en from '#shared/texts/proof/en.json' with { type: 'json' }
import { checkFiles } from './check-files.ts'

const seed = new Uint8Array(32).fill(3)
const publicKey = ed25519.getPublicKey(seed)
const origin = 'registry.example/log/lake'
const key = verifierKey(origin, publicKey)

/** The proof of a claim of 3 units, in a log of one link. */
function aProof(): ProofFile {
  const words = { beneficiaryKind: 'organisation', beneficiary: 'Lake Bakery', beneficiaryCountry: 'KE' }
  const more = { purpose: 'personal', purposeDetail: '', period: null, countryOfConsumption: null, note: null }
  const items = [{ assetId: 'a1', quantity: 3 }]
  const document = claimText({
    tenantId: 'lake',
    claimId: 'c1',
    accountId: 'buyer',
    ...words,
    ...more,
    verifyCode: 'V',
    items,
  })
  const movement = movementText({
    tenantId: 'lake',
    transactionId: 't1',
    sequence: 1,
    type: 'claim',
    quantity: '3',
    from: 'buyer',
    to: null,
    occurredAt: '2026-01-31T08:30:00.123456Z',
    documentHash: sha256Of(document),
    entries: [['a1', '5', '7', 'buyer', 'held', 'buyer', 'retired']],
  })
  const hash = linkHash(noHash, movement)
  const head = { origin, size: 1, root: leafHash(hash) }
  const checkpoint = signedCheckpoint(head, publicKey, ed25519.sign(strToU8(checkpointText(head)), seed))
  const link = { sequence: 1, previousHash: noHash, hash }
  return { format: 'registry-proof/1', movement, document, link, log: { path: [], checkpoint, key } }
}

const aCredential = (hash: string, quantity = 3) =>
  signedCredential(
    {
      id: 'https://registry.example/claims?key=c1',
      type: ['VerifiableCredential', 'RetirementCertificate'],
      issuer: { id: didOf(origin), name: 'Registry of the Lake' },
      validFrom: '2026-01-31T08:30:00.123456Z',
      credentialSubject: { type: 'Retirement', certificate: 'C-000001', quantity, ledger: { sequence: 1, hash } },
    },
    { created: '2026-02-01T00:00:00Z', sign: (bytes) => ed25519.sign(bytes, seed) },
  )

const file = (name: string, value: unknown) => ({ name, bytes: strToU8(JSON.stringify(value)) })

async function anAuditFile(change: (files: Record<string, Uint8Array>) => void = () => {}) {
  const proof = aProof()
  const files: Record<string, Uint8Array> = {
    'C-000001/proof.json': strToU8(JSON.stringify(proof)),
    'C-000001/credential.json': strToU8(JSON.stringify(await aCredential(proof.link.hash))),
    'C-000001/did.json': strToU8('{}'),
  }
  const sums = Object.entries(files).map(([name, bytes]) => `${sha256Of(bytes)}  ${name}\n`)
  files.SHA256SUMS = strToU8(sums.join(''))
  change(files)
  return { name: 'C-000001.zip', bytes: zipSync(files) }
}

const failedIn = (findings: ReturnType<typeof checkFiles>) =>
  findings.flatMap(({ file, fault, checks }) => [
    ...(fault ? [`${file}: ${fault}`] : []),
    ...checks.filter(({ holds }) => !holds).map(({ of }) => `${file}: ${of}`),
  ])

test('an audit file holds: its files, its proof and its credential', async () => {
  const findings = checkFiles([await anAuditFile()], key)
  expect(failedIn(findings)).toEqual([])
  expect(findings.map(({ about, checks }) => [about?.kind, checks.length])).toEqual([
    ['zip', 1],
    ['movement', 4],
    ['credential', 2],
  ])
  expect(findings[1]?.about).toMatchObject({ type: 'claim', quantity: '3', beneficiary: 'Lake Bakery' })
  expect(findings.flatMap(({ checks }) => checks).every(({ of }) => of in en.checkPage.check)).toBe(true)
})

describe('an audit file fails', () => {
  const flipped = (bytes: Uint8Array = new Uint8Array()) => bytes.with(bytes.length - 2, (bytes.at(-2) ?? 0) ^ 1)
  test.each<[string, (files: Record<string, Uint8Array>) => void, string[]]>([
    [
      'where one byte of a file differs',
      (files) => Object.assign(files, { 'C-000001/did.json': flipped(files['C-000001/did.json']) }),
      ['C-000001.zip: sums'],
    ],
    ['where a file is missing', (files) => delete files['C-000001/did.json'], ['C-000001.zip: sums']],
    [
      'where a file was added',
      (files) => Object.assign(files, { 'C-000001/more.pdf': strToU8('%PDF') }),
      ['C-000001.zip: sums'],
    ],
    ['without sums', (files) => delete files.SHA256SUMS, ['C-000001.zip: sums']],
  ])('%s', async (_, change, expected) => {
    expect(failedIn(checkFiles([await anAuditFile(change)], undefined))).toEqual(expected)
  })

  test('where its words were changed together with the sums', async () => {
    const zip = await anAuditFile((files) => {
      const text = new TextDecoder().decode(files['C-000001/proof.json']).replace('Lake Bakery', 'Lake Butcher')
      files['C-000001/proof.json'] = strToU8(text)
      files.SHA256SUMS = strToU8(
        Object.entries(files)
          .filter(([name]) => name !== 'SHA256SUMS')
          .map(([name, bytes]) => `${sha256Of(bytes)}  ${name}\n`)
          .join(''),
      )
    })
    expect(failedIn(checkFiles([zip], key))).toEqual(['C-000001/proof.json: document'])
  })
})

describe('the evidence of an audit file', () => {
  const report = strToU8('a report')
  const folder = 'C-000001'
  const anAuditFileWith = ({ named = sha256Of(report), bytes = report, steps = [aStep(sha256Of(report))] } = {}) =>
    anAuditFile((files) => {
      files[`${folder}/issues/t-0.json`] = strToU8(JSON.stringify(aMint(named)))
      files[`${folder}/evidence.json`] = strToU8(JSON.stringify(steps))
      files[`${folder}/evidence/report.pdf`] = bytes
      const { SHA256SUMS: _, ...others } = files
      const sums = Object.entries(others).map(([name, content]) => `${sha256Of(content)}  ${name}\n`)
      files.SHA256SUMS = strToU8(sums.join(''))
    })

  test('holds where the issues name its files', async () => {
    const [zip, ...inside] = checkFiles([await anAuditFileWith()], key)
    expect(zip?.checks).toEqual([
      { of: 'sums', holds: true },
      { of: 'evidence', holds: true },
    ])
    const about = inside.map((finding) => finding.about)
    expect(about.find((one) => one?.kind === 'movement' && one.type === 'mint')).toMatchObject({ beneficiary: '' })
  })

  test.each<[string, Parameters<typeof anAuditFileWith>[0]]>([
    ['another file in its place', { bytes: strToU8('another report') }],
    ['a file that no issue names', { named: sha256Of('another report') }],
    ['a list that cannot be read', { steps: [{ ...aStep('x'), measurement: undefined }] as never }],
  ])('fails with %s', async (_, change) => {
    expect(failedIn(checkFiles([await anAuditFileWith(change)], undefined))).toContain('C-000001.zip: evidence')
  })
})

const aStep = (sha256: string) => ({ verification: { documents: [{ sha256 }] }, measurement: null, methodology: null })

/** The proof of an issue of 10 units, without its part of the log. */
function aMint(publicDocument: string): ProofFile {
  const verification = {
    ...{ verificationId: 'v1', projectId: 'p1', verifierId: 'checker', quantity: '10', decidedAt: null },
    ...{
      measurementId: 'm1',
      measurerId: 'meter',
      methodologyId: null,
      period: '[2024-01-01,2024-12-31]',
      measured: '10',
    },
    ...{ publicDocuments: [publicDocument], privateDocuments: [] },
    assets: [{ assetId: 'a1', vintage: '[2024-01-01,2024-12-31]', verified: '10' }],
  }
  const document = mintText({ tenantId: 'lake', transactionId: 't0', verifications: [verification] })
  const movement = movementText({
    ...{ tenantId: 'lake', transactionId: 't0', sequence: 1, type: 'mint', quantity: '10', from: null, to: 'maker' },
    ...{ occurredAt: '2026-01-30T08:30:00.123456Z', documentHash: sha256Of(document) },
    entries: [['a1', '1', '10', null, null, 'maker', 'held']],
  })
  const link = { sequence: 1, previousHash: noHash, hash: linkHash(noHash, movement) }
  return { format: 'registry-proof/1', movement, document, link, log: null }
}

describe('a credential', () => {
  test('alone needs a key', async () => {
    const alone = file('credential.json', await aCredential('0'.repeat(64)))
    expect(failedIn(checkFiles([alone], undefined))).toEqual(['credential.json: noKey'])
    expect(failedIn(checkFiles([alone], key))).toEqual([])
  })

  test('must be of the movement that is proved beside it, with as many units', async () => {
    const proof = aProof()
    const other = file('credential.json', await aCredential('0'.repeat(64)))
    const more = file('credential.json', await aCredential(proof.link.hash, 30))
    for (const one of [other, more]) {
      expect(failedIn(checkFiles([one, file('proof.json', proof)], key))).toEqual(['credential.json: sameMovement'])
    }
  })

  test('must be signed with the key that the reader knows', async () => {
    const known = verifierKey(origin, ed25519.getPublicKey(new Uint8Array(32).fill(4)))
    const proof = aProof()
    const files = [file('credential.json', await aCredential(proof.link.hash)), file('proof.json', proof)]
    expect(failedIn(checkFiles(files, known))).toEqual(['credential.json: signature', 'proof.json: key'])
  })
})

test('a proof without its part of the log is not signed by anybody', () => {
  expect(failedIn(checkFiles([file('proof.json', { ...aProof(), log: null })], undefined))).toEqual([
    'proof.json: noLog',
  ])
})

test('files of other kinds are named as such', () => {
  const files = [
    file('other.json', { a: 1 }),
    file('list.json', [1]),
    { name: 'text.json', bytes: strToU8('not JSON') },
    { name: 'bytes.json', bytes: Uint8Array.of(0xff) },
    { name: 'broken.zip', bytes: strToU8('PK') },
    file('broken-proof.json', { format: 'registry-proof/1' }),
  ]
  expect(failedIn(checkFiles(files, undefined))).toEqual([
    'other.json: unreadable',
    'list.json: unreadable',
    'text.json: notJson',
    'bytes.json: notJson',
    'broken-proof.json: form',
    'broken.zip: notZip',
  ])
})

test('the page has a text for every check that a proof can fail', () => {
  const source = readFileSync(join(import.meta.dirname, '../../proof/check.ts'), 'utf8')
  const names = /export type Check = \{\s*of: ([^\n;}]+)/.exec(source)?.[1]?.match(/\w+/g) ?? []
  expect(names.length).toBeGreaterThan(4)
  expect(names.filter((name) => !(name in en.checkPage.check))).toEqual([])
})
