// Checks proofs of movements offline, as proof.md describes them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const MOVEMENT = 'tenantId,transactionId,sequence,type,quantity,from,to,occurredAt,documentHash,entries'.split(',')
const CLAIM = (
  'tenantId,claimId,accountId,beneficiaryKind,beneficiary,beneficiaryCountry,purpose,purposeDetail,' +
  'period,countryOfConsumption,note,verifyCode,items'
).split(',')

const CORRECTION = [
  'tenantId',
  'claimId',
  'version',
  'previousHash',
  ...CLAIM.slice(3, 10),
  'byRegistry',
  'reason',
  'correctedAt',
]

const MINT = ['tenantId', 'transactionId', 'verifications']
const VERIFICATION = (
  'verificationId,projectId,verifierId,quantity,decidedAt,measurementId,measurerId,methodologyId,' +
  'period,measured,publicDocuments,privateDocuments,assets'
).split(',')

const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const isDigits = (value) => typeof value === 'string' && /^(0|[1-9][0-9]{0,39})$/.test(value)
const isText = (value) => typeof value === 'string' && value.isWellFormed()
const isCount = (value) => Number.isSafeInteger(value) && value > 0
const hasFields = (value, names) => JSON.stringify(Object.keys(value ?? {})) === JSON.stringify(names)
const isEntry = (entry) =>
  Array.isArray(entry) &&
  entry.length === 7 &&
  isText(entry[0]) &&
  isDigits(entry[1]) &&
  isDigits(entry[2]) &&
  BigInt(entry[1]) <= BigInt(entry[2])
const isMovement = (value) =>
  hasFields(value, MOVEMENT) &&
  isText(value.tenantId) &&
  isText(value.transactionId) &&
  ['mint', 'transfer', 'claim', 'burn'].includes(value.type) &&
  isDigits(value.quantity) &&
  Array.isArray(value.entries) &&
  value.entries.every(isEntry)
const isItem = (item) => hasFields(item, ['assetId', 'quantity']) && isText(item.assetId) && isCount(item.quantity)
const isClaim = (value) =>
  (hasFields(value, CLAIM) || hasFields(value, [...CLAIM, 'privateHash'])) &&
  Array.isArray(value.items) &&
  value.items.every(isItem)
const isIssued = (asset) =>
  hasFields(asset, ['assetId', 'vintage', 'verified']) && isText(asset.assetId) && isDigits(asset.verified)
const isVerification = (value) =>
  hasFields(value, VERIFICATION) &&
  isDigits(value.quantity) &&
  [value.publicDocuments, value.privateDocuments].every((list) => Array.isArray(list) && list.every(isHash)) &&
  Array.isArray(value.assets) &&
  value.assets.every(isIssued)
const isMint = (value) =>
  hasFields(value, MINT) && Array.isArray(value.verifications) && value.verifications.every(isVerification)
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
const isLink = (link) => isCount(link?.sequence) && isHash(link.previousHash) && isHash(link.hash)
const isDocument = (text, hash) => (text === null ? hash === null : isText(text) && sha256(text) === hash)
const print = (text, write = console.log) => write(text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?'))
const stop = (sentence) => {
  print(sentence, console.error)
  process.exit(2)
}
const tryTo = (work) => {
  try {
    return work()
  } catch {
    return undefined
  }
}
const isJson = (text) => tryTo(() => JSON.stringify(JSON.parse(text))) !== undefined
const placeOf = (tenantId, sequence) => JSON.stringify([tenantId, sequence])
const parseExact = (text) => tryTo(() => (JSON.stringify(JSON.parse(text)) === text ? JSON.parse(text) : undefined))
// JSON.parse keeps only the last of two fields with one name: the value then has fewer colons than its text.
const countFields = (json) =>
  json
    .replace(/\\./g, '')
    .replace(/"[^"]*"/g, '')
    .split(':').length
const namesTwice = (json) => countFields(json) !== countFields(JSON.stringify(JSON.parse(json)))
const idOf = (proof) => [tryTo(() => JSON.parse(proof.movement).transactionId)].find(isText)
const toChecks = (file, list, twice) =>
  list.map((proof) => ({ file, twice, proof, movement: parseExact(proof?.movement) }))

function unitsByAsset(entries) {
  const [units, ends] = [new Map(), new Map()]
  for (const [asset, first, last] of entries.toSorted((a, b) => (BigInt(a[1]) < BigInt(b[1]) ? -1 : 1))) {
    if (BigInt(first) <= (ends.get(asset) ?? -1n)) return undefined
    ends.set(asset, BigInt(last))
    units.set(asset, (units.get(asset) ?? 0n) + BigInt(last) - BigInt(first) + 1n)
  }
  return units
}

function claimFaults({ tenantId, from, quantity, entries }, claim) {
  if (!isClaim(claim)) return ['the document is not the canonical text of a claim']
  const [units, assets] = [unitsByAsset(entries), new Set(claim.items.map((item) => item.assetId))]
  const sameUnits = (item) => BigInt(item.quantity) === units?.get(item.assetId)
  return [
    claim.tenantId !== tenantId && 'the document is of another registry (tenantId)',
    (!isText(from) || claim.accountId !== from) && 'the accountId of the document is not the from of the movement',
    entries.some((entry) => entry[3] !== from || entry[5] !== from) && 'an entry leaves or reaches another account',
    entries.some((entry) => entry[6] !== 'retired') && 'an entry does not go into the state retired',
    assets.size !== claim.items.length && 'the items name an asset twice',
    !units && 'the entries name a unit twice',
    (assets.size !== units?.size || !claim.items.every(sameUnits)) && 'the items are not the units of the entries',
    claim.items.reduce((sum, item) => sum + BigInt(item.quantity), 0n) !== BigInt(quantity) &&
      'the items together are not the quantity of the movement',
  ]
}

/** A mint of an import or of an early version has no document. */
function mintFaults({ tenantId, transactionId, entries }, mint) {
  if (!isMint(mint)) return ['the document is not the canonical text of a mint']
  const assets = mint.verifications.flatMap((verification) => verification.assets)
  const verified = new Map(assets.map((asset) => [asset.assetId, BigInt(asset.verified)]))
  const issued = new Set(entries.map((entry) => entry[0]))
  const sumOf = (list) => list.reduce((sum, asset) => sum + BigInt(asset.verified), 0n)
  return [
    (mint.tenantId !== tenantId || mint.transactionId !== transactionId) && 'the document is of another movement',
    (verified.size !== assets.length || verified.size !== issued.size) && 'the assets are not those of the entries',
    !entries.every((entry) => BigInt(entry[2]) <= (verified.get(entry[0]) ?? -1n)) &&
      'an entry exceeds what is verified',
    !mint.verifications.every((each) => sumOf(each.assets) <= BigInt(each.quantity)) &&
      'the assets exceed the quantity of their verification',
  ]
}

/** Each correction is of the claim, and states the hash of the text before. */
function correctionFaults(document, corrections) {
  const claim = parseExact(document)
  const isNext = (text, index) => {
    const correction = parseExact(text)
    return (
      hasFields(correction, CORRECTION) &&
      correction.tenantId === claim?.tenantId &&
      correction.claimId === claim.claimId &&
      correction.version === index + 2 &&
      correction.previousHash === sha256(corrections[index - 1] ?? document) &&
      (isText(correction.reason) || (correction.reason === null && correction.byRegistry === false))
    )
  }
  return Array.isArray(corrections) && corrections.every(isNext)
    ? []
    : ['a correction does not continue the text before']
}

function proofFaults({ proof, movement, twice }) {
  const { format, document, corrections = [], link } = proof ?? {}
  if (twice) return ['its JSON, or the list it is in, names a field twice']
  if (format !== 'registry-proof/1' || !isLink(link)) return ['it is not in the form of registry-proof/1']
  if (!isMovement(movement)) return ['the movement is not the canonical text of a movement']
  return [
    sha256(Buffer.from(link.previousHash, 'hex'), proof.movement) !== link.hash && 'the link has a wrong hash',
    movement.sequence !== link.sequence && 'the sequence of the movement is not that of the link',
    link.sequence === 1 && /[^0]/.test(link.previousHash) && 'the previousHash of the first link is not zero',
    !isDocument(document, movement.documentHash) && 'the document does not have the documentHash of the movement',
    ...(movement.type === 'claim' ? claimFaults(movement, parseExact(document)) : []),
    ...(movement.type === 'mint' && document !== null ? mintFaults(movement, parseExact(document)) : []),
    ...correctionFaults(document, corrections),
  ]
}

function chainFaults({ proof: { link }, movement }, hashes) {
  const [before, same] = [-1, 0].map((step) => hashes.get(placeOf(movement.tenantId, link.sequence + step)))
  return [
    before && before !== link.previousHash && 'it does not hold together with the proof of the link before',
    same !== link.hash && 'another proof has another link of this sequence',
  ]
}

function readProofs(file) {
  const text = tryTo(() => new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)))
  const parts = isJson(text) ? [text] : (text ?? '').split('\n').filter((line) => line.trim())
  if (!parts.every(isJson) || !parts.flatMap((part) => JSON.parse(part)).length) stop(`No proofs can be read: ${file}`)
  return parts.flatMap((part) => toChecks(file, [JSON.parse(part)].flat(), namesTwice(part)))
}

function main(files) {
  if (files.length === 0 || files.some((file) => file.startsWith('-'))) stop('Usage: node check-proofs.mjs FILE …')
  const [checks, hashes] = [files.flatMap(readProofs), new Map()]
  for (const check of checks) check.faults = proofFaults(check).filter(Boolean)
  const sound = checks.filter((check) => check.faults.length === 0)
  for (const {
    proof: { link },
    movement,
  } of sound)
    hashes.set(placeOf(movement.tenantId, link.sequence), link.hash)
  for (const check of sound) check.faults = chainFaults(check, hashes).filter(Boolean)
  const failing = checks.filter((check) => check.faults.length > 0)
  for (const { file, proof, faults } of failing) print(`${file}: ${idOf(proof) ?? 'no id'}: ${faults.join('; ')}`)
  print(`${checks.length} proofs, ${checks.length - failing.length} hold, ${failing.length} fail`)
  process.exitCode = failing.length > 0 ? 1 : 0
}

main(process.argv.slice(2))
