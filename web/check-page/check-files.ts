import { strFromU8, unzipSync } from 'fflate'
import { z } from 'zod'
import { checkProof } from '#proof/check.ts'
import { claimRecord } from '#proof/claim.ts'
import { correctionRecord } from '#proof/correction.ts'
import { type Credential, credential, isSigned } from '#proof/credential.ts'
import { sha256Of } from '#proof/hash.ts'
import { mintRecord } from '#proof/mint.ts'
import { movementRecord } from '#proof/movement.ts'
import { type ProofFile, proofFile } from '#proof/proof-file.ts'
import type en from '#shared/texts/proof/en.json'

type Texts = (typeof en)['checkPage']

export type ChosenFile = { name: string; bytes: Uint8Array }

type CheckName = keyof Texts['check']
export type Finding = {
  file: string
  /** Null for a file that cannot be checked; `fault` says why. */
  about: About | null
  fault: 'unreadable' | 'notJson' | 'notZip' | null
  checks: { of: CheckName; holds: boolean }[]
}

export type About =
  | {
      kind: 'movement'
      type: string
      quantity: string
      at: string
      sequence: number
      registry: string
      beneficiary: string
      key: string | null
    }
  | { kind: 'credential'; number: string; issuer: string; quantity: string }
  | { kind: 'zip' }

/**
 * Checks proofs, credentials, and audit files with both inside. `key` is the reader's own copy of the registry's public
 * key; without it, a credential must be signed with the key of a proof that is checked beside it.
 */
export function checkFiles(files: readonly ChosenFile[], key: string | undefined): Finding[] {
  const loose = files.filter(({ name }) => !isZip(name))
  const zips = files.filter(({ name }) => isZip(name))
  return [...checkTogether(loose, key), ...zips.flatMap((zip) => checkZip(zip, key))]
}

const isZip = (name: string) => name.toLowerCase().endsWith('.zip')

function checkZip({ name, bytes }: ChosenFile, key: string | undefined): Finding[] {
  let inside: ChosenFile[]
  try {
    inside = Object.entries(unzipSync(bytes)).map(([name, bytes]) => ({ name, bytes }))
  } catch {
    return [{ ...unchecked(name), fault: 'notZip' }]
  }
  const sums = inside.find(({ name }) => name === 'SHA256SUMS')
  const stated = sums ? strFromU8(sums.bytes).trimEnd().split('\n').sort() : []
  const found = inside
    .filter((file) => file !== sums)
    .map((file) => `${sha256Of(file.bytes)}  ${file.name}`)
    .sort()
  const holds = sums !== undefined && stated.join('\n') === found.join('\n')
  const folders = Map.groupBy(inside.filter(isChecked), (file) => file.name.split('/').slice(0, -1).join('/'))
  return [
    { file: name, about: { kind: 'zip' }, fault: null, checks: [{ of: 'sums', holds }, ...evidenceChecks(inside)] },
    ...[...folders.values()].flatMap((together) => checkTogether(together, key)),
  ]
}

/** Other files of an audit file are checked by their sums alone. */
const isChecked = ({ name }: ChosenFile) => /(^|\/)(proof|credential)\.json$/.test(name) || isIssue(name)

const isIssue = (name: string) => /(^|\/)issues\/[^/]+\.json$/.test(name)

const documents = z.array(z.object({ sha256: z.string() }))
const step = z.object({ documents }).nullable()
const evidenceFile = z.array(z.object({ verification: step, measurement: step, methodology: step }))

/**
 * The files of the evidence are those that the issues of the units name. Issues of imports and of early versions of the
 * registry name no files; then nothing can be checked.
 */
function evidenceChecks(inside: readonly ChosenFile[]): Finding['checks'] {
  const issues = inside.filter(({ name }) => isIssue(name)).map((file) => proofFile.safeParse(parsed(file)).data)
  if (issues.length === 0 || issues.some((issue) => !issue?.document)) return []
  const named = new Set(issues.flatMap((issue) => publicDocuments(issue?.document ?? '')))
  const lists = inside.filter(({ name }) => name.endsWith('/evidence.json'))
  const evidence = lists.map((file) => evidenceFile.safeParse(parsed(file)).data)
  if (evidence.some((steps) => steps === undefined)) return [{ of: 'evidence', holds: false }]
  const steps = evidence.flatMap((list) => list ?? [])
  const ofOutcome = steps.flatMap(({ verification, measurement }) => hashesOf(verification, measurement))
  const stated = new Set([...ofOutcome, ...steps.flatMap(({ methodology }) => hashesOf(methodology))])
  const files = inside.filter(({ name }) => name.includes('/evidence/'))
  const holds = ofOutcome.every((hash) => named.has(hash)) && files.every(({ bytes }) => stated.has(sha256Of(bytes)))
  return [{ of: 'evidence', holds }]
}

function publicDocuments(document: string): string[] {
  try {
    return mintRecord.parse(JSON.parse(document)).verifications.flatMap((each) => each.publicDocuments)
  } catch {
    return []
  }
}

const hashesOf = (...of: z.output<typeof step>[]) =>
  of.flatMap((each) => each?.documents.map(({ sha256 }) => sha256) ?? [])

/** A credential is compared with a proof of the same movement, if there is one. */
function checkTogether(files: readonly ChosenFile[], key: string | undefined): Finding[] {
  const read = files.map((file) => ({ file: file.name, value: parsed(file) }))
  const proofs = read.flatMap(({ value }) => proofFile.safeParse(value).data ?? [])
  return read.map(({ file, value }) => {
    if (value === undefined) return { ...unchecked(file), fault: 'notJson' }
    const signed = credential.safeParse(value)
    if (signed.success) return checkCredential(file, signed.data, { proofs, key })
    if (!isObject(value) || !('format' in value)) return { ...unchecked(file), fault: 'unreadable' }
    return checkOne(file, value, key)
  })
}

function checkOne(file: string, value: unknown, key: string | undefined): Finding {
  const checks: Finding['checks'] = checkProof(value, key).map(({ of, holds }) => ({ of, holds }))
  const proof = proofFile.safeParse(value)
  if (proof.success && proof.data.log === null) checks.push({ of: 'noLog', holds: false })
  return { file, about: proof.success ? aboutProof(proof.data) : null, fault: null, checks }
}

function aboutProof({ movement: text, document, corrections, log }: ProofFile): About | null {
  try {
    const { type, quantity, occurredAt: at, sequence, tenantId: registry } = movementRecord.parse(JSON.parse(text))
    const { beneficiary } = type === 'claim' ? newestWords(document, corrections) : { beneficiary: '' }
    return { kind: 'movement', type, quantity, at, sequence, registry, beneficiary, key: log?.key ?? null }
  } catch {
    return null
  }
}

function newestWords(document: string | null, corrections: readonly string[] = []): { beneficiary: string } {
  const newest = corrections.at(-1)
  if (newest !== undefined) return correctionRecord.parse(JSON.parse(newest))
  return document === null ? { beneficiary: '' } : claimRecord.parse(JSON.parse(document))
}

function checkCredential(
  file: string,
  signed: Credential,
  { proofs, key }: { proofs: readonly ProofFile[]; key: string | undefined },
): Finding {
  const { ledger, certificate, quantity } = signed.credentialSubject
  const proof = proofs.find(({ link }) => isObject(ledger) && 'hash' in ledger && ledger.hash === link.hash)
  const known = key ?? proof?.log?.key
  const checks: Finding['checks'] = [
    known === undefined ? { of: 'noKey', holds: false } : { of: 'signature', holds: isSigned(signed, known) },
  ]
  if (proofs.length > 0) checks.push({ of: 'sameMovement', holds: proof !== undefined && isOf(proof, quantity) })
  const name = 'name' in signed.issuer ? signed.issuer.name : signed.issuer.id
  return {
    file,
    about: { kind: 'credential', number: String(certificate), issuer: String(name), quantity: String(quantity) },
    fault: null,
    checks,
  }
}

function isOf(proof: ProofFile, quantity: unknown): boolean {
  const about = aboutProof(proof)
  return about?.kind === 'movement' && about.type === 'claim' && about.quantity === String(quantity)
}

function parsed({ bytes }: ChosenFile): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

const unchecked = (file: string) => ({ file, about: null, checks: [] })
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
