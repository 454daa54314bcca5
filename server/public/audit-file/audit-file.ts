import type { Readable } from 'node:stream'
import type { Credential } from '#proof/credential.ts'
import type { ProofFile } from '#proof/proof-file.ts'
import { bytesEntry, type ZipEntry, zipOf } from '#server/infra/files/zip.ts'
import { wordingIn } from '#server/infra/texts/texts.ts'
import { documentKey, documentsById } from '#server/mrv/documents/document-view.ts'
import { evidenceFor } from '#server/mrv/evidence/evidence-tree.ts'
import { noteSaved } from '#server/people/auditors/bearer.ts'
import { booksOf } from '#server/people/auditors/books.ts'
import { siteOf } from '#server/people/tenants/sites.ts'
import { wordsOf } from '#server/people/tenants/tenants.ts'
import { certificateBytes, certificateCredential, certificateNumber } from '#server/units/claims/certificates.ts'
import { type ClaimDetailRow, claimById, claimedRangesOf, ownWordsNamed } from '#server/units/claims/claims.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { rangeOf } from '#server/units/ledger/ranges.ts'
import { issuerDocument } from '#server/units/proof/log.ts'
import { proofOf } from '#server/units/proof/proof.ts'
import type { Evidence } from '#shared/contract/evidence.ts'
import { csvOf } from '#shared/rules/csv.ts'
import { because, Failure, nullOn } from '#shared/rules/failure.ts'
import type { Language } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { claimPath, paths } from '#shared/rules/paths.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { claimsOfYear, issuesOf } from './audit-file.store.ts'
import { checkingFiles } from './checking-files.ts'

/** `webFolder` has the page that checks proofs; null where only the API is served. */
export type AuditFileDeps = UnitsDeps & { webFolder: string | null }

export type AuditFile = { fileName: string; stream: Readable }

type Asked = { tenantId: string; claimId: string; language: Language; caller: string }

/**
 * All that anybody needs to check a claim, as a zip that is readable without the registry: certificate, signed
 * credential, proof, serial numbers, published evidence, and the page and texts that say how to check them. Fails with
 * `not_found`, and with `conflict` until the retirement is confirmed and in the signed log.
 */
export async function auditFileOfClaim(deps: AuditFileDeps, asked: Asked): Promise<AuditFile> {
  const { tenantId, claimId, language } = asked
  const claim = await claimById(deps.sql, claimId, tenantId)
  if (!claim) throw new Failure('not_found', 'There is no such claim.', because('noSuch.claim'))
  const read = await readNow(deps, claim, asked)
  const about = await aboutRegistry(deps, tenantId, language)
  const folder = certificateNumber(claim)
  const entries = async function* () {
    const words = { registry: about.name, claim: folder, address: about.origin + claimPath(claimId) }
    const imported = claim.isImported ? `\n${about.t('auditFile.imported')}` : ''
    yield bytesEntry(`${folder}/README.txt`, about.t('auditFile.readme', words) + imported)
    yield* claimEntries(deps, claim, read, folder)
    yield* issueEntries(deps, tenantId, [claim.transactionId], folder)
    yield* checkingFiles(deps.webFolder, folder, about.issuer)
  }
  return { fileName: `${folder}.zip`, stream: zipOf(entries(), new Date(claim.claimedAt)) }
}

/**
 * The same for the claims that an account made in a year (UTC), for its members and auditors with the private words that
 * the claims' proofs cover. `part` counts from 1; each has at most `limits.auditFileClaims` claims. Fails as `booksOf`.
 */
export async function auditFileOfYear(
  deps: AuditFileDeps,
  actor: Actor,
  { year, part, language, caller, accountId: named }: AskedYear,
): Promise<AuditFile> {
  const { tenantId, accountId } = await booksOf(deps, actor, { year, accountId: named })
  const isOwn = actor.accountIds.includes(accountId)
  const ids = await claimsOfYear(deps.sql, { tenantId, accountId, year }, limits.auditFileClaims, part)
  const about = await aboutRegistry(deps, tenantId, language)
  const folder = `retirements-${year}${part === 1 ? '' : `-${part}`}`
  const entries = async function* () {
    const words = { registry: about.name, year, address: about.origin + paths.claims }
    const ownWords = about.t(isOwn ? 'auditFile.ownWords' : 'auditFile.noOwnWords')
    yield bytesEntry(`${folder}/README.txt`, about.t('auditFile.readmeOfYear', { ...words, ownWords }))
    const listed: Listed[] = []
    for (const claimId of ids) {
      const claim = await claimById(deps.sql, claimId, tenantId)
      if (!claim) throw new Error(`The claim ${claimId} is gone.`)
      const read = await readNow(deps, claim, { tenantId, claimId, language, caller }).catch(nullOn('conflict'))
      listed.push({ claim, isConfirmed: read !== null })
      if (!read) continue
      const inside = `${folder}/${certificateNumber(claim)}`
      yield* claimEntries(deps, claim, read, inside)
      if (isOwn) yield bytesEntry(`${inside}/own-words.json`, json(await wordsForFile(deps, actor, claimId)))
    }
    yield bytesEntry(`${folder}/claims.csv`, csvOf(listedFields, listed))
    const confirmed = listed.filter(({ isConfirmed }) => isConfirmed)
    const movements = confirmed.map(({ claim }) => claim.transactionId)
    yield* issueEntries(deps, tenantId, movements, folder)
    yield* checkingFiles(deps.webFolder, folder, about.issuer)
  }
  await noteSaved(deps, actor, `${folder}.zip`)
  return { fileName: `${folder}.zip`, stream: zipOf(entries(), deps.now()) }
}

/** An auditor needs no address that a certificate was sent to. */
async function wordsForFile(deps: UnitsDeps, actor: Actor, claimId: string) {
  const { ownReference, privateNote, privateSalt, ...letter } = await ownWordsNamed(deps, actor, claimId)
  return { ownReference, privateNote, privateSalt, ...(!actor.link && letter) }
}
type AskedYear = { year: number; part: number; language: Language; caller: string; accountId: string | undefined }

type Listed = { claim: ClaimDetailRow; isConfirmed: boolean }

const listedFields = [
  { label: 'claim', of: ({ claim }: Listed) => certificateNumber(claim) },
  { label: 'claimedAt', of: ({ claim }: Listed) => claim.claimedAt },
  { label: 'beneficiary', of: ({ claim }: Listed) => claim.beneficiary },
  { label: 'purpose', of: ({ claim }: Listed) => claim.purpose },
  { label: 'quantity', of: ({ claim }: Listed) => toWire(claim.quantity) },
  { label: 'inThisFile', of: ({ isConfirmed }: Listed) => (isConfirmed ? 'yes' : 'no: not confirmed yet') },
]

async function aboutRegistry(deps: AuditFileDeps, tenantId: string, language: Language) {
  const [{ tenant, origin }, issuer] = await Promise.all([siteOf(deps, tenantId), issuerDocument(deps, tenantId)])
  return { name: wordsOf(tenant, language).name, origin, issuer, t: wordingIn(language).t }
}

type Read = { proof: ProofFile; certificate: { bytes: Buffer; fileName: string } | null; credential: Credential | null }

/** What can fail is read before the first byte is sent. The registry of origin certifies what it retired. */
async function readNow(deps: AuditFileDeps, claim: ClaimDetailRow, asked: Asked): Promise<Read> {
  const { tenantId, claimId, language, caller } = asked
  const proof = () => loggedProof(deps, claim)
  if (claim.isImported) return { proof: await proof(), certificate: null, credential: null }
  const certificate = await certificateBytes(deps, tenantId, claimId, language, null, caller)
  const credential = await certificateCredential(deps, tenantId, claimId)
  return { proof: await proof(), certificate, credential }
}

/** The file is kept for years: without the log's part, nobody could check later that the registry signed the claim. */
async function loggedProof(deps: AuditFileDeps, { tenantId, transactionId }: ClaimDetailRow): Promise<ProofFile> {
  const proof = await proofOf(deps, transactionId, tenantId)
  if (proof.log) return proof
  throw new Failure('conflict', 'The signed log does not have the retirement yet.', because('claim.notInLog'))
}

async function* claimEntries(
  deps: AuditFileDeps,
  claim: ClaimDetailRow,
  { proof, certificate, credential }: Read,
  folder: string,
): AsyncGenerator<ZipEntry> {
  if (certificate) yield bytesEntry(`${folder}/${certificate.fileName}`, certificate.bytes, true)
  if (credential) yield bytesEntry(`${folder}/credential.json`, json(credential))
  yield bytesEntry(`${folder}/proof.json`, json(proof))
  const ranges = await claimedRangesOf(deps.sql, claim.tenantId, claim.transactionId, rangesInFile)
  yield bytesEntry(`${folder}/serials.csv`, csvOf(serialFields, ranges))
  yield* evidenceEntries(deps, claim, folder)
}

/** The proof has all ranges. */
const rangesInFile = 50_000

type Range = Awaited<ReturnType<typeof claimedRangesOf>>[number]

const serialFields = [
  { label: 'serials', of: (range: Range) => rangeOf(range).serial },
  { label: 'first', of: ({ first }: Range) => String(first) },
  { label: 'last', of: ({ last }: Range) => String(last) },
  { label: 'quantity', of: (range: Range) => rangeOf(range).quantity },
  { label: 'project', of: ({ projectName }: Range) => projectName },
  { label: 'projectNumber', of: ({ projectNumber }: Range) => projectNumber },
  { label: 'vintage', of: ({ vintage }: Range) => vintage },
]

/** Proofs of the movements that issued what `movements` retired: they name the files that the units rest on. */
async function* issueEntries(
  deps: AuditFileDeps,
  tenantId: string,
  movements: readonly string[],
  folder: string,
): AsyncGenerator<ZipEntry> {
  for (const id of await issuesOf(deps.sql, tenantId, movements, issuesInFile)) {
    yield bytesEntry(`${folder}/issues/${id}.json`, json(await proofOf(deps, id, tenantId)))
  }
}

const issuesInFile = 1_000

/** The evidence as everybody may read it; files beyond the limit are named by hash and address only. */
async function* evidenceEntries(
  deps: AuditFileDeps,
  { tenantId, claimId }: ClaimDetailRow,
  folder: string,
): AsyncGenerator<ZipEntry> {
  const { items } = await evidenceFor(deps, anybodyIn(tenantId), { tenantId, claimId }).catch(nothingPublished)
  yield bytesEntry(`${folder}/evidence.json`, json(items))
  let room = limits.auditFileBytes
  const inside = new Map<string, string>()
  for (const { documentId, sizeBytes, sha256, originalName } of items.flatMap(documentsIn)) {
    if (inside.has(documentId) || sizeBytes > room) continue
    room -= sizeBytes
    inside.set(documentId, `${sha256.slice(0, 12)}-${originalName.replace(/[^\p{L}\p{N}._ -]/gu, '_')}`)
  }
  for (const row of await documentsById(deps.sql, tenantId, [...inside.keys()])) {
    yield {
      name: `${folder}/evidence/${inside.get(row.documentId)}`,
      isPacked: true,
      async read() {
        const file = await deps.files.get(documentKey(row))
        if (!file) throw new Error(`The document ${row.documentId} is not in the file store.`)
        return file.stream
      },
    }
  }
}

const documentsIn = ({ verification, measurement, methodology }: Evidence) =>
  [verification, measurement, methodology].flatMap((step) => step?.documents ?? [])

function nothingPublished(error: unknown): { items: Evidence[] } {
  if (error instanceof Failure && error.code === 'not_found') return { items: [] }
  throw error
}

function anybodyIn(tenantId: string): Actor {
  return { userId: null, tenantId, accountIds: [], adminOf: [], isTenantAdmin: false, address: '', requestId: '' }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
