import { decideMeasurement, openMeasurement, submitMeasurement } from '#server/mrv/measurements/measurement-acts.ts'
import { answerFinding, openFinding } from '#server/mrv/verifications/findings.ts'
import { decideVerification, planVisit, startVerification } from '#server/mrv/verifications/verification-acts.ts'
import { mintUnitsOf } from '#server/units/wallet/wallet.ts'
import { netOf } from '#shared/rules/outcome.ts'
import { attach, type Chapter, dayOf, daysAfter, type Life, once, type Stage } from './acts.ts'
import { between, type Chance, oneOf } from './chance.ts'
import { pagePdf, readingsCsv } from './papers.ts'
import { kinds, type Line } from './projects.ts'

/** Calendar years, and how far their measurement came. */
export type Period = {
  from: number
  until: number
  /** With papers, a visit and findings; earlier ones have an opinion alone. */
  isLatest: boolean
  outcome: Extract<
    Line['ending'],
    | 'issuing'
    | 'measuring'
    | 'changes requested'
    | 'submitted'
    | 'verifying'
    | 'findings open'
    | 'findings answered'
    | 'verified'
  >
}

const findings = [
  [
    'CL',
    'measurer',
    'Three readings of March are missing. Please say what was done instead.',
    'The logger was flooded; the readings of the neighbouring plot were used and are marked.',
  ],
  [
    'CAR',
    'measurer',
    'Two scales were not calibrated before the second visit.',
    'Both were calibrated on the 4th; the certificate is attached to the readings.',
  ],
  [
    'CAR',
    'proponent',
    'The list of participants differs from the payments by eleven names.',
    'Eleven people moved away in June; the corrected list is with the records.',
  ],
  [
    'FAR',
    'proponent',
    'Plan how plots on steep ground will be reached next year.',
    'Two footpaths will be cut before the rains.',
  ],
] as const

/** Measured, verified and issued in the year after the period; a cycle that is under way ends with the story. */
export async function* measurementCycle(stage: Stage, life: Life, period: Period): Chapter {
  const { deps, as, end } = stage
  const { line, projectId, measurer, chance } = life
  const { from, until, isLatest, outcome } = period
  const isOver = outcome === 'issuing'
  const opened = isOver ? dayOf(until + 1, 8 + between(chance, 0, 20), between(chance, 0, 400)) : daysAfter(end, -44)
  const later = (days: number) => daysAfter(opened, days + chance() / 3)

  yield opened
  const { measurementId } = await openMeasurement(deps, as(measurer), {
    projectId,
    periodStart: `${from}-01-01`,
    periodEnd: `${until}-12-31`,
    ...(!isOver && { dueDate: daysAfter(end, 20).toISOString().slice(0, 10) }),
  })
  if (isLatest) {
    yield later(9)
    await attach(stage, measurer, ['measurement', measurementId], {
      title: `Readings ${until}`,
      fileName: `readings-${until}.csv`,
      bytes: Buffer.from(readingsCsv(`${line.name} ${until}`, kinds[line.kind].readings)),
    })
  }
  if (outcome === 'measuring') return
  yield later(14)
  const measured = measuredIn(line, period, chance)
  await submitMeasurement(deps, as(measurer), measurementId, measured)
  if (outcome === 'submitted') return
  yield later(19)
  if (outcome === 'changes requested') {
    const reason = 'The readings of the last quarter are twice those of the year before. Please explain.'
    await decideMeasurement(deps, as(line.proponent), measurementId, { act: 'requestChanges', reason })
    return
  }
  const { verificationId } = await decideMeasurement(deps, as(line.proponent), measurementId, { act: 'accept' })
  if (verificationId === null) throw new Error(`The measurement of ${line.name} has no verification.`)
  yield* verify(stage, life, period, { verificationId, measured, later })
}

function measuredIn({ yearly }: Line, { from, until }: Period, chance: Chance) {
  const byYear: { year: number; quantity: number }[] = []
  const parts = { gross: 0, baseline: 0, leakage: 0, uncertainty: 0 }
  for (let year = from; year <= until; year++) {
    const gross = Math.round(yearly * (1.05 + chance() * 0.3))
    const [baseline, leakage] = [Math.round(gross * 0.09), Math.round(gross * 0.02)]
    parts.gross += gross
    parts.baseline += baseline
    parts.leakage += leakage
    byYear.push({ year, quantity: gross - baseline - leakage })
  }
  const quantity = netOf(parts)
  return { quantity, parts, ...(from < until && { byYear }), note: 'The readings are attached; nothing was left out.' }
}

type Judged = {
  verificationId: string
  measured: { quantity: number; byYear?: { year: number; quantity: number }[] }
  later: (days: number) => Date
}

async function* verify(stage: Stage, life: Life, period: Period, { verificationId, measured, later }: Judged): Chapter {
  const { deps, as } = stage
  const { line, verifier, chance } = life
  const quantities = verifiedOf(measured, chance)
  const isLess = quantities.quantity < measured.quantity
  if (period.isLatest) {
    yield* look(stage, life, period, { verificationId, quantities, later })
    if (period.outcome !== 'issuing' && period.outcome !== 'verified') return
  }
  yield later(37)
  await decideVerification(deps, as(verifier), verificationId, {
    outcome: 'verified',
    ...quantities,
    ...(isLess && { quantityReason: 'Records were missing for a part of the readings.' }),
    statement: `We are reasonably certain that ${line.name} reached this outcome in ${yearsOf(period)}.`,
    noConflictOfInterest: true,
  })
  if (period.outcome === 'verified') return
  yield later(43)
  await mintUnitsOf(deps, as(line.proponent), once(), { verificationId, quantity: quantities.quantity })
  await noteIssued(stage, line, verificationId)
}

const yearsOf = ({ from, until }: Period) => (from === until ? `${until}` : `${from}–${until}`)

/** From the declaration to the signed statement: the visit, what was found, and what was said to it. */
async function* look(
  stage: Stage,
  life: Life,
  period: Period,
  { verificationId, quantities, later }: Omit<Judged, 'measured'> & { quantities: { quantity: number } },
): Chapter {
  const { deps, as } = stage
  const { line, verifier, chance } = life
  const { outcome } = period
  yield later(22)
  await startVerification(deps, as(verifier), verificationId, {
    declaration: 'Nobody of our team has worked for the proponent or the measurer, or owns a part of either.',
    noConflictOfInterest: true,
  })
  const day = (date: Date) => date.toISOString().slice(0, 10)
  await planVisit(deps, as(verifier), verificationId, { visitStart: day(later(26)), visitEnd: day(later(28)), was: {} })
  if (outcome === 'verifying') return
  if (outcome !== 'issuing' || chance() < 0.6) {
    yield later(29)
    yield* askAbout(stage, life, outcome, verificationId, later)
  }
  if (outcome === 'findings open' || outcome === 'findings answered') return
  yield later(36)
  await attach(stage, verifier, ['verification', verificationId], {
    title: 'Verification',
    fileName: `verification-${period.until}.pdf`,
    bytes: pagePdf(`Verification of ${line.name}`, [
      `Period: ${yearsOf(period)}. Verified: ${quantities.quantity} units.`,
      'Records, places and people were visited. The readings were drawn anew from the source for one in ten.',
    ]),
  })
}

async function noteIssued({ deps, issued }: Stage, line: Line, verificationId: string): Promise<void> {
  const assets = await deps.sql<{ id: string; issued: bigint }[]>`
    select id, issued from asset where tenant_id = ${deps.config.TENANT_ID} and verification_id = ${verificationId}
    order by batch`
  for (const { id: assetId, issued: quantity } of assets)
    issued.push({ assetId, project: line.name, kind: line.kind, holder: line.proponent, left: Number(quantity) })
}

async function* askAbout(
  { deps, as }: Stage,
  { line, measurer, verifier, chance }: Life,
  outcome: Period['outcome'],
  verificationId: string,
  later: Judged['later'],
): Chapter {
  const [type, ownerSide, words, answer] = oneOf(chance, findings)
  const { findingId } = await openFinding(deps, as(verifier), verificationId, { type, words, ownerSide })
  if (outcome === 'findings open') return
  yield later(32)
  const owner = ownerSide === 'proponent' ? line.proponent : measurer
  await answerFinding(deps, as(owner), findingId, { act: 'respond', words: answer })
  if (outcome === 'findings answered') return
  yield later(34)
  await answerFinding(deps, as(verifier), findingId, { act: 'close', words: 'Seen and agreed.' })
}

/** A few per cent less than measured, in every second opinion. */
function verifiedOf({ quantity, byYear }: Judged['measured'], chance: Chance) {
  const share = chance() < 0.5 ? 1 : 0.95 + chance() * 0.04
  if (!byYear) return { quantity: Math.floor(quantity * share) }
  const years = byYear.map(({ year, quantity: measured }) => ({ year, quantity: Math.floor(measured * share) }))
  return { quantity: years.reduce((sum, each) => sum + each.quantity, 0), byYear: years }
}
