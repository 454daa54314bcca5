import { type SiteDeps, siteOf } from '#server/people/tenants/sites.ts'
import type { LookupDeps } from '#server/people/tenants/tenants.ts'
import type { VerifiedLine } from '#shared/contract/verify-lines.ts'
import { unitPath } from '#shared/rules/paths.ts'
import { type UnitsState, unitsIn, unitsStates, verdictOf } from '#shared/rules/verdict.ts'
import { itemsNamed, serialsNamed } from './registry.ts'

/** Looked up in one turn among all calls. */
const linesTogether = 20

type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Verifies each text as the verify box does, one after the other; empty texts are passed over. */
export async function* verifiedLines(
  deps: SiteDeps,
  { tenantId, lines }: { tenantId: string; lines: readonly string[] },
  inTurn: Turn,
): AsyncGenerator<VerifiedLine[]> {
  const { origin } = await siteOf(deps, tenantId)
  const asked = lines.map((text, at) => ({ line: at + 1, asked: text.trim() })).filter(({ asked }) => asked !== '')
  for (let at = 0; at < asked.length; at += linesTogether) {
    yield await inTurn(async () => {
      const verified: VerifiedLine[] = []
      for (const one of asked.slice(at, at + linesTogether)) {
        verified.push({ ...one, ...(await verifiedText(deps, { tenantId, origin, text: one.asked })) })
      }
      return verified
    })
  }
}

async function verifiedText(
  deps: LookupDeps,
  { tenantId, origin, text }: { tenantId: string; origin: string; text: string },
): Promise<Omit<VerifiedLine, 'line' | 'asked'>> {
  const serials = await serialsNamed(deps, tenantId, text)
  // Serial numbers alone decide the verdict.
  const items = serials.length > 0 ? [] : await itemsNamed(deps, tenantId, text)
  const [item] = items
  const path = serials[0] ? unitPath(serials[0].serial) : item && item.kind !== 'statement' ? item.path : null
  const claims = [
    ...serials.flatMap(({ parts }) => parts.flatMap(({ claim }) => claim?.claimNumber ?? [])),
    ...items.filter(({ kind }) => kind === 'claim').map(({ title }) => title),
  ]
  const counts = unitsStates.map((state) => [state, unitsIn(serials, state)])
  return {
    ...(Object.fromEntries(counts) as Record<UnitsState, number>),
    verdict: verdictOf({ items, serials }),
    units: unitsIn(serials, ...unitsStates),
    claims: [...new Set(claims.map(String))],
    address: path === null ? '' : origin + path,
  }
}
