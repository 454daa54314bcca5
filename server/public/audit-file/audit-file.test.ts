import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite'
import { defaultDocumentLoader, verifyCredential } from '@digitalbazaar/vc'
import { strFromU8, unzipSync } from 'fflate'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkProof } from '#proof/check.ts'
import { privateHash } from '#proof/claim.ts'
import { credential, isSigned } from '#proof/credential.ts'
import { sha256Of } from '#proof/hash.ts'
import { mintRecord } from '#proof/mint.ts'
import { proofFile } from '#proof/proof-file.ts'
import { createClaim, readAuditFile, readAuditFileOfYear } from '#shared/contract/claims.ts'
import { readEvidence } from '#shared/contract/evidence.ts'
import { decideVerification, startVerification } from '#shared/contract/verifications.ts'
import { mintUnits } from '#shared/contract/wallet.ts'
import { aDocument, anIssuedAsset, aRequestedVerification, aStatement, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { whileLogWaits } from '#tests/kit/waiting-log.ts'

type Files = ReturnType<typeof unzipSync>

/** The files of a zip without its folder; their sums are checked on the way. */
async function unzipped(response: Response): Promise<Files> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const { SHA256SUMS: sums, ...others } = files
  const expected = Object.entries(others).map(([name, bytes]) => `${sha256Of(bytes)}  ${name}`)
  expect(
    strFromU8(sums ?? new Uint8Array())
      .trimEnd()
      .split('\n')
      .sort(),
  ).toEqual(expected.sort())
  return Object.fromEntries(Object.entries(others).map(([name, bytes]) => [name.slice(name.indexOf('/') + 1), bytes]))
}

const textOf = (files: Files, name: string) => strFromU8(files[name] ?? new Uint8Array())
const jsonOf = (files: Files, name: string): unknown => JSON.parse(textOf(files, name))

/** Units whose verification has a public and a private document. */
async function evidencedUnits(tenant: TenantOfTest): Promise<string> {
  const { verificationId, projectId } = await aRequestedVerification(tenant, { quantity: 100 })
  const params = { verificationId }
  const declaration = { declaration: 'We advise none of the sides.', noConflictOfInterest: true } as const
  await tenant.verifier.call(startVerification, { params, body: declaration })
  await aStatement(tenant, verificationId)
  await aDocument(tenant.verifier, 'verification', verificationId, { title: 'Interviews', isPublic: false })
  const opinion = { quantity: 100, statement: 'In order.' }
  await tenant.verifier.call(decideVerification, { params, body: { outcome: 'verified', ...opinion } })
  await tenant.proponent.call(mintUnits, { body: { verificationId, quantity: 100 } })
  const query = { tenantId: tenant.tenant.id, projectId }
  return (await tenant.visitor.call(readEvidence, { query })).items[0]?.assetId ?? ''
}

async function claimed(tenant: TenantOfTest, by: Caller, assetId: string, note?: string) {
  const words = note === undefined ? {} : { note, ownReference: 'PO-7' }
  const claim = await by.call(createClaim, { body: { ...aClaimOf(assetId), ...words } })
  await tenant.world.settled(claim.transactionId)
  await tenant.world.linked()
  return claim
}

const aClaimOf = (assetId: string) => ({
  items: [{ assetId, quantity: 3 }],
  beneficiaryKind: 'organisation' as const,
  beneficiary: 'Lake Bakery',
  purpose: 'personal' as const,
  isAuthorised: true as const,
})

const auditFile = ({ visitor, tenant }: TenantOfTest, claimId: string, query = '') =>
  visitor.fetch(`${readAuditFile.path.replace(':claimId', claimId)}?tenantId=${tenant.id}${query}`)

test('the audit file of a claim has all that is needed to check the claim without the registry', async () => {
  const tenant = await aTenant()
  const { claimId, claimNumber } = await claimed(tenant, tenant.proponent, await evidencedUnits(tenant))
  const files = await unzipped(await auditFile(tenant, claimId))
  const number = `C-${String(claimNumber).padStart(6, '0')}`
  const statement = Object.keys(files).find((name) => name.startsWith('evidence/')) ?? ''
  const issue = Object.keys(files).find((name) => name.startsWith('issues/')) ?? ''
  expect(Object.keys(files).sort()).toEqual(
    [
      ...['README.txt', `${number}-v1-en.pdf`, 'credential.json', 'did.json', 'evidence.json', statement],
      ...[issue, 'proof.json', 'proof.md', 'serials.csv'],
    ].sort(),
  )
  expect(statement).toMatch(new RegExp(`^evidence/${sha256Of(files[statement] ?? '').slice(0, 12)}-`))
  expect(textOf(files, 'evidence.json')).not.toContain('Interviews')
  const mint = proofFile.parse(jsonOf(files, issue))
  expect(checkProof(mint).filter(({ holds }) => !holds)).toEqual([])
  expect(mintRecord.parse(JSON.parse(mint.document ?? '')).verifications).toMatchObject([
    {
      publicDocuments: [sha256Of(files[statement] ?? '')],
      privateDocuments: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    },
  ])
  expect(textOf(files, 'serials.csv').split('\r\n')[1]).toMatch(/-1-3,1,3,3,Mangroves of Gazi Bay,\d+,2024$/)

  const proof = proofFile.parse(jsonOf(files, 'proof.json'))
  expect(checkProof(proof).filter(({ holds }) => !holds)).toEqual([])
  const signed = credential.parse(jsonOf(files, 'credential.json'))
  expect(isSigned(signed, proof.log?.key ?? '')).toBe(true)
  expect(signed.credentialSubject).toMatchObject({
    certificate: number,
    quantity: 3,
    beneficiary: { name: 'Lake Bakery' },
    ledger: { hash: proof.link.hash },
  })

  const pdf = await getDocumentProxy(new Uint8Array(files[`${number}-v1-en.pdf`] ?? []))
  const attached = z
    .record(z.string(), z.object({ content: z.instanceof(Uint8Array) }))
    .parse(await pdf.getAttachments())
  const inside = credential.parse(JSON.parse(strFromU8(attached['credential.json']?.content ?? new Uint8Array())))
  expect(inside.credentialSubject).toEqual(signed.credentialSubject)
  expect(isSigned(inside, proof.log?.key ?? '')).toBe(true)
  const { metadata } = await pdf.getMetadata()
  expect([metadata.get('pdfaid:part'), metadata.get('pdfaid:conformance'), metadata.get('pdfuaid:part')]).toEqual([
    '3',
    'A',
    '1',
  ])
})

test('a library of verifiable credentials takes the credential, with the key at its did:web, and none that was changed', async () => {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  const { claimId } = await claimed(tenant, tenant.proponent, assetId)
  const answer = await tenant.visitor.fetch(`/certificates/${tenant.tenant.id}/${claimId}.json`)
  expect(answer.headers.get('content-type')).toContain('application/vc')
  const signed = credential.parse(await answer.json())
  const [, host = '', ...path] = /^did:web:(.*)$/.exec(signed.issuer.id)?.[0].split(':').slice(1) ?? []
  expect(decodeURIComponent(host)).toBe(new URL(tenant.world.baseUrl).host)
  const did = z
    .looseObject({ id: z.string(), verificationMethod: z.array(z.looseObject({ id: z.string() })).length(1) })
    .parse(await (await tenant.visitor.fetch(`/${path.join('/')}/did.json`)).json())
  const documentLoader = async (documentUrl: string) => {
    const method = did.verificationMethod.find(({ id }) => id === documentUrl)
    if (method) return { documentUrl, document: { '@context': 'https://w3id.org/security/multikey/v1', ...method } }
    return documentUrl === did.id ? { documentUrl, document: did } : defaultDocumentLoader(documentUrl)
  }
  const verified = async (made: object) => {
    const suite = new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() })
    return (await verifyCredential({ credential: made, suite, documentLoader })).verified
  }
  expect(await verified(signed)).toBe(true)
  expect(await verified({ ...signed, credentialSubject: { ...signed.credentialSubject, quantity: 4 } })).toBe(false)
})

test('the file of an account and year has its own claims alone, with the private words that their proofs cover', async () => {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 100 })
  await transferred(tenant, { assetId, quantity: 50, toAccountId: 'buyer' })
  const others = await claimed(tenant, tenant.proponent, assetId)
  const own = await claimed(tenant, tenant.buyer, assetId, 'Cost centre nine')
  const waiting = await claimed(tenant, tenant.buyer, assetId)
  await tenant.world.sql`update settlement set state = 'submitted' where transaction_id = ${waiting.transactionId}`
  const year = own.claimedAt.slice(0, 4)
  const read = (caller: Caller, query: string) => caller.fetch(`${readAuditFileOfYear.path}?${query}`)
  const files = await unzipped(await read(tenant.buyer, `year=${year}&language=fr`))
  const folder = `C-${String(own.claimNumber).padStart(6, '0')}`
  expect(Object.keys(files)).toContain(`${folder}/${folder}-v1-fr.pdf`)
  expect(Object.keys(files).join()).not.toContain(String(others.claimNumber).padStart(6, '0'))
  const [, first, second, ...more] = textOf(files, 'claims.csv').trimEnd().split('\r\n')
  expect([first?.endsWith(',3,yes'), second?.endsWith(',3,no: not confirmed yet'), more]).toEqual([true, true, []])
  expect(Object.keys(files).join()).not.toContain(String(waiting.claimNumber).padStart(6, '0'))
  expect(textOf(files, 'README.txt')).toContain('retraits définitifs')

  const proof = proofFile.parse(jsonOf(files, `${folder}/proof.json`))
  expect(checkProof(proof).filter(({ holds }) => !holds)).toEqual([])
  const words = z
    .looseObject({ privateNote: z.string(), ownReference: z.string(), privateSalt: z.string() })
    .parse(jsonOf(files, `${folder}/own-words.json`))
  const { privateNote: note, ownReference, privateSalt } = words
  expect([note, ownReference]).toEqual(['Cost centre nine', 'PO-7'])
  expect(JSON.parse(proof.document ?? '')).toMatchObject({
    privateHash: privateHash(privateSalt, { note, ownReference }),
  })

  const ofAdmin = await unzipped(await read(tenant.tenantAdmin, `year=${year}&accountId=buyer`))
  const isPrivate = (name: string) => name.endsWith('own-words.json')
  expect(Object.keys(ofAdmin).filter(isPrivate)).toEqual([])
  expect(Object.keys(files).filter((name) => !isPrivate(name) && !name.endsWith('.pdf'))).toEqual(
    Object.keys(ofAdmin).filter((name) => !name.endsWith('.pdf')),
  )
  expect(
    Object.keys(ofAdmin)
      .map((name) => textOf(ofAdmin, name))
      .join(),
  ).not.toContain('Cost centre nine')
  expect(textOf(ofAdmin, 'README.txt')).toContain('only members of the account read them')
  expect((await read(tenant.proponent, `year=${year}&accountId=buyer`)).status).toBe(404)

  for (const without of [`year=${Number(year) - 1}`, `year=${year}&part=2`]) {
    const empty = await unzipped(await read(tenant.buyer, without))
    expect(Object.keys(empty).sort()).toEqual(['README.txt', 'claims.csv', 'did.json', 'proof.md'])
    expect(textOf(empty, 'claims.csv').trimEnd().split('\r\n')).toHaveLength(1)
  }
  expect((await read(tenant.visitor, `year=${year}`)).status).toBe(401)
  expect((await read(tenant.buyer, 'year=last')).status).toBe(400)
})

test('the audit file of an imported claim has its proof, and says who certifies the claim', async () => {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  const { claimId } = await claimed(tenant, tenant.proponent, assetId)
  await tenant.world.sql`update claim set origin = 'import' where id = ${claimId}`
  const files = await unzipped(await auditFile(tenant, claimId, '&language=fr'))
  expect(textOf(files, 'README.txt')).toContain('Un autre registre a fait ce retrait définitif')
  expect(Object.keys(files).join()).not.toMatch(/credential|[.]pdf/)
  expect(checkProof(proofFile.parse(jsonOf(files, 'proof.json'))).filter(({ holds }) => !holds)).toEqual([])
})

test('there is no audit file of a claim that is not there, or not confirmed', async () => {
  const tenant = await aTenant()
  expect((await auditFile(tenant, 'nothing')).status).toBe(404)
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  const { claimId } = await claimed(tenant, tenant.proponent, assetId)
  expect((await auditFile(await aTenant(), claimId)).status).toBe(404)
  await tenant.world.sql`update settlement set state = 'submitted' where tenant_id = ${tenant.tenant.id}`
  expect((await auditFile(tenant, claimId)).status).toBe(409)
})

test('there is no audit file of a claim until the signed log has the retirement', async () => {
  const tenant = await aTenant()
  const { assetId } = await anIssuedAsset(tenant, { quantity: 10 })
  const claim = await whileLogWaits(tenant.world, tenant.tenant.id, async () => {
    const made = await tenant.proponent.call(createClaim, { body: aClaimOf(assetId) })
    await tenant.world.settled(made.transactionId)
    const early = await auditFile(tenant, made.claimId)
    expect([early.status, await early.json()]).toMatchObject([409, { reason: 'claim.notInLog' }])
    return made
  })
  await tenant.world.linked()
  expect((await auditFile(tenant, claim.claimId)).status).toBe(200)
})
