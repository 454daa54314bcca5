import { offerUnits } from '#server/mrv/market/offers.ts'
import { changeProject, requestProject } from '#server/mrv/projects/project-changes.ts'
import { decideProject } from '#server/mrv/projects/project-decisions.ts'
import { storePictures } from '#server/mrv/projects/project-files.ts'
import type { ProjectDecision } from '#shared/rules/lifecycle/project.ts'
import { accountOf } from '../cast/seed.ts'
import { attach, type Chapter, dayOf, daysAfter, type Life, type Stage } from './acts.ts'
import type { AccountId } from './cast.ts'
import { between, chanceOf, oneOf } from './chance.ts'
import type { Drawing } from './landscape.ts'
import { measurementCycle, type Period } from './measurement-cycle.ts'
import { outlineOf } from './outline.ts'
import { pagePdf } from './papers.ts'
import { kinds, type Line } from './projects.ts'

const registry = accountOf['tenant-admin']
const measurers = [accountOf.measurer, 'grounded', 'terra-scan'] as const
const verifiers = [accountOf.verifier, 'northlight', 'meridian'] as const
const waitsOnMeasurer: readonly Line['ending'][] = ['measuring', 'changes requested']
const waitsOnVerifier: readonly Line['ending'][] = ['verifying', 'findings open', 'findings answered']
const lastingYears = 12
const completedAfterYears = 4
/** Years of a measurement; that of the story's first projects begins with one, so that units are soon issued. */
const usualYears = 3
const lastOfShortBeginnings = 1
const describedEvery = 4
const notBegun: readonly Line['ending'][] = ['approved', 'pending', 'returned', 'rejected', 'draft']

/** From the request to the ending of `line`. */
export async function* projectLife(stage: Stage, line: Line, place: number, drawing: Promise<Drawing>): Chapter {
  const { deps, as, firstYear, end } = stage
  const chance = chanceOf(line.name)
  const isNew = notBegun.includes(line.ending)
  const year = firstYear + line.year
  const { measurer, verifier } = providersOf(line, place)
  const requested = isNew ? daysAfter(end, -between(chance, 24, 40)) : dayOf(year, 20 + between(chance, 0, 60), place)
  yield requested
  const kind = kinds[line.kind]
  const proponent = as(line.proponent)
  const lasts = line.ending === 'completed' ? completedAfterYears : lastingYears
  const { projectId, projectKey } = await requestProject(deps, proponent, {
    projectName: line.name,
    description: `${kind.about} The project works around ${line.region}, with ${between(chance, 3, 40)} groups of neighbours.`,
    type: kind.type,
    methodologyId: kind.methodology,
    measurementProviderId: measurer,
    verificationProviderId: verifier,
    startDate: `${requested.getUTCFullYear()}-01-01`,
    endDate: `${requested.getUTCFullYear() + lasts - 1}-12-31`,
    country: line.country,
    location: line.region,
  })
  await changeProject(deps, proponent, projectKey, {
    area: outlineOf(line.name, line.place),
    region: line.region,
    sector: kind.sector,
    mitigation: kind.mitigation,
    annualEstimate: line.yearly,
    sdgs: [...kind.sdgs],
    sustainabilityStatement: `Incomes, water and work are asked about once a year; the answers are public. ${line.region} elects the committee that spends the proceeds.`,
  })
  await storePictures(deps, proponent, projectKey, await drawing)
  if (line.ending === 'draft') return
  if (isNew || place % describedEvery === 0) {
    yield daysAfter(requested, 2)
    await attach(stage, line.proponent, ['project', projectId], {
      title: 'PDS',
      fileName: 'project-description.pdf',
      bytes: pagePdf(line.name, [kind.about, `Sector: ${kind.sector}. Place: ${line.region}.`, proponentsWord]),
    })
  }
  const life = { line, projectId, measurer, verifier, chance }
  yield* review(stage, life, requested, place)
  if (isNew) return
  for (const period of periodsOf(line, year, end)) yield* measurementCycle(stage, life, period)
  yield* ending(stage, life)
}

/** Open work is given to the sandbox's own providers, as whom one can sign in. */
function providersOf({ ending }: Line, place: number) {
  return {
    measurer: waitsOnMeasurer.includes(ending) ? measurers[0] : oneAt(measurers, place),
    verifier: waitsOnVerifier.includes(ending) ? verifiers[0] : oneAt(verifiers, place + Math.floor(place / 3)),
  }
}

function oneAt<Value>(values: readonly [Value, ...Value[]], place: number): Value {
  return values[place % values.length] ?? values[0]
}

const proponentsWord =
  'We keep the records of this project for as long as its units exist, and show them to whoever asks.'

async function* review(stage: Stage, { line, projectId }: Life, requested: Date, place: number): Chapter {
  const { deps, as } = stage
  const decide = (by: AccountId, act: ProjectDecision, reason?: string) =>
    decideProject(deps, as(by), projectId, { act, reason })
  yield daysAfter(requested, 3)
  await decide(line.proponent, 'submit')
  if (line.ending === 'pending') return
  yield daysAfter(requested, 12)
  if (line.ending === 'returned' || place % 5 === 1)
    await decide(
      registry,
      'return',
      'The outline crosses a river that the description does not name. Please say which bank is meant.',
    )
  if (line.ending === 'returned') return
  if (place % 5 === 1) {
    yield daysAfter(requested, 16)
    await decide(line.proponent, 'submit')
  }
  yield daysAfter(requested, 20)
  if (line.ending === 'rejected')
    await decide(registry, 'reject', 'The land is claimed by two communities, and one of them was not asked.')
  else await decide(registry, 'approve')
}

function periodsOf({ year: place, ending }: Line, first: number, end: Date): Period[] {
  const lastOver = end.getUTCFullYear() - 1
  const last = ending === 'completed' ? Math.min(first + completedAfterYears - 1, lastOver) : lastOver
  const isOngoing = !['issuing', 'completed', 'suspended', 'withdrawn'].includes(ending)
  const periods: Period[] = []
  for (let from = first; from <= last; ) {
    const length = from === first && place <= lastOfShortBeginnings ? 1 : usualYears
    const until = Math.min(from + length - 1, last)
    const isLatest = until === last
    periods.push({ from, until, isLatest, outcome: isOngoing && isLatest ? (ending as Period['outcome']) : 'issuing' })
    from = until + 1
  }
  const isStopped = ending === 'suspended' || ending === 'withdrawn'
  return isStopped ? periods.slice(0, -1) : periods
}

async function* ending(stage: Stage, { line, projectId, chance }: Life): Chapter {
  const { deps, as, end, issued } = stage
  const own = issued.findLast((each) => each.project === line.name)
  if (line.ending === 'suspended' || line.ending === 'withdrawn') {
    yield daysAfter(end, line.ending === 'suspended' ? -60 : -400)
    for (const each of issued) if (each.project === line.name) each.left = 0
    const [act, reason] =
      line.ending === 'suspended'
        ? (['suspend', 'A part of the stoves was sold twice; the records of two wards are being read again.'] as const)
        : (['withdraw', 'A storm took the young trees; the proponent gives the project up.'] as const)
    await decideProject(deps, as(registry), projectId, { act, reason })
  } else if (line.ending === 'issuing' && own && own.left > 400 && chance() < 0.5) {
    yield daysAfter(end, -between(chance, 3, 30))
    if (own.left < 400) return
    await offerUnits(deps, as(own.holder), {
      kind: 'issued',
      subjectId: own.assetId,
      quantity: Math.floor(own.left / 2),
      price: between(chance, 8, 40) * 50,
      currency: oneOf(chance, ['USD', 'EUR']),
      note: 'From 100 units.',
      contact: `${own.holder}@registry.test`,
      endsOn: daysAfter(end, 80).toISOString().slice(0, 10),
      nfsw: false,
    })
  }
}
