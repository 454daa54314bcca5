import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { noteSaved } from '#server/people/auditors/bearer.ts'
import { booksOf, isReadable, nameOfReader } from '#server/people/auditors/books.ts'
import { type SiteDeps, siteOf } from '#server/people/tenants/sites.ts'
import { wordsOf } from '#server/people/tenants/tenants.ts'
import type { DisclosedRow, DisclosedSum, readDisclosure } from '#shared/contract/disclosure.ts'
import type { ReplyOf, ValidQueryOf } from '#shared/contract/endpoint.ts'
import { formatProjectKey } from '#shared/rules/keys.ts'
import type { Language } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import { claimPath, projectPath } from '#shared/rules/paths.ts'
import type { Actor } from '#shared/rules/permissions.ts'
import { toWire } from '#shared/rules/quantities.ts'
import { serialLabel } from '#shared/rules/serials.ts'
import { type RetiredRow, retiredRows, sumsOfYear, yearsWithClaims } from './disclosure.store.ts'
import { disclosureWorkbook } from './workbook.ts'

type Deps = SiteDeps & Pick<InfraDeps, 'sql'>

/** By default of the caller's account. */
type AskedYear = { year: number; accountId: string | undefined }

/** What an account retired in a year, summed by each part. Fails as `booksOf`. */
export async function disclosureOf(
  deps: Deps,
  actor: Actor,
  { year: asked, accountId: named }: ValidQueryOf<typeof readDisclosure>,
): Promise<ReplyOf<typeof readDisclosure>> {
  const books = { year: asked === undefined ? null : Number(asked), accountId: named }
  const { tenantId, accountId } = await booksOf(deps, actor, books)
  const all = await yearsWithClaims(deps.sql, tenantId, accountId)
  const rows = all.filter(({ year }) => isReadable(actor, Number(year)))
  const years = rows.map(({ year, units, claims }) => ({ year, units: toWire(units), claims: toWire(claims) }))
  const year = asked ?? years[0]?.year ?? null
  const sums = year === null ? [] : await sumsIn(deps, { tenantId, accountId, year: Number(year) })
  return { year, years, units: years.find((each) => each.year === year)?.units ?? 0, sums }
}

async function sumsIn(
  { sql }: Pick<InfraDeps, 'sql'>,
  year: { tenantId: string; accountId: string; year: number },
): Promise<DisclosedSum[]> {
  const sums = await sumsOfYear(sql, year)
  return sums.map(({ units, ...sum }) => ({ ...sum, units: toWire(units) }))
}

/** The workbook of a year, made in the caller's turn. Fails as `booksOf`. */
export async function disclosureFile(
  deps: Deps & Pick<InfraDeps, 'now'>,
  actor: Actor,
  { year, language, accountId: named }: AskedYear & { language: Language },
): Promise<Buffer> {
  const { tenantId, accountId } = await booksOf(deps, actor, { year, accountId: named })
  await noteSaved(deps, actor, `${fileOf(year)}.xlsx`)
  return disclosureWorkbook(nameOfReader(actor), async () => {
    const [pages, sums, { tenant }] = await Promise.all([
      disclosedRows(deps, actor, { year, accountId }, (work) => work()),
      sumsIn(deps, { tenantId, accountId, year }),
      siteOf(deps, tenantId),
    ])
    return { head: { year, registry: wordsOf(tenant, language).name, sums, asOf: deps.now(), language }, pages }
  })
}

type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>

export const fileOf = (year: number) => `retirements-${year}`

/** The lines of a year for a file. Fails as `disclosedRows`. */
export async function disclosedLines(
  deps: Deps & Pick<InfraDeps, 'now'>,
  actor: Actor,
  asked: AskedYear,
  inTurn: Turn,
): Promise<AsyncGenerator<DisclosedRow[]>> {
  const pages = await disclosedRows(deps, actor, asked, inTurn)
  await noteSaved(deps, actor, `${fileOf(asked.year)}.csv`)
  return pages
}

/** The rows of a year in pages, each read in a turn of its own. Fails as `booksOf`. */
async function disclosedRows(
  deps: Deps,
  actor: Actor,
  { year, accountId: named }: AskedYear,
  inTurn: Turn,
): Promise<AsyncGenerator<DisclosedRow[]>> {
  const { tenantId, accountId } = await booksOf(deps, actor, { year, accountId: named })
  const { tenant, origin } = await siteOf(deps, tenantId)
  const registry = wordsOf(tenant, 'en').name
  const rowOf = ({ claimId, projectId, projectAccountId, prefix, batch, first, last, ...row }: RetiredRow) => ({
    ...row,
    claimNumber: toWire(row.claimNumber),
    quantity: toWire(row.quantity),
    registry,
    serials: serialLabel({ ...row, country: row.country ?? '', prefix, batch, first, last }),
    claimAddress: origin + claimPath(claimId),
    projectAddress: origin + projectPath(formatProjectKey({ tenantId, accountId: projectAccountId, projectId })),
  })
  return (async function* () {
    let after: string | null = null
    do {
      const from: string | null = after
      const rows: RetiredRow[] = await inTurn(() =>
        retiredRows(deps.sql, { tenantId, accountId, year }, from, limits.pageMax),
      )
      yield rows.map(rowOf)
      const claims = new Set(rows.map(({ claimId }) => claimId))
      after = claims.size === limits.pageMax ? (rows.at(-1)?.claimId ?? null) : null
    } while (after !== null)
  })()
}
