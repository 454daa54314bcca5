import writeWorkbook, { type Cell, type SheetData } from 'write-excel-file/node'
import { type Wording, wordingIn } from '#server/infra/texts/texts.ts'
import {
  type DisclosedPart,
  type DisclosedRow,
  type DisclosedSum,
  disclosedColumns,
} from '#shared/contract/disclosure.ts'
import type { Language } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'

/** A project's part of the year, as California's section asks; its facts are those of its first row. */
export type DisclosedProject = { first: DisclosedRow; verifiers: string[]; units: number }

export type Disclosed = {
  year: number
  registry: string
  sums: readonly DisclosedSum[]
  asOf: Date
  rows: readonly DisclosedRow[]
  /** Whether the year has more rows. */
  isCut: boolean
  projects: readonly DisclosedProject[]
  language: Language
}

/** Sums, what each rule asks, and the rows; cells are texts or numbers, never formulas. */
export async function writeDisclosure(disclosed: Disclosed): Promise<Buffer> {
  const { sums, language } = disclosed
  const wording = wordingIn(language)
  const { t } = wording
  return writeWorkbook([
    { sheet: t('disclosure.sheet.esrs'), data: esrsSheet(disclosed, wording), columns: widths(70, 24, 40) },
    {
      sheet: t('disclosure.sheet.california'),
      data: californiaSheet(disclosed, wording),
      columns: widths(30, 30, 14, 40, 30, 30, 40, 20),
    },
    { sheet: t('disclosure.sheet.sums'), data: sumsSheet(sums, wording), columns: widths(30, 50, 20) },
    {
      sheet: t('disclosure.sheet.rows'),
      data: rowsSheet(disclosed, wording),
      columns: disclosedColumns.map(() => ({ width: 20 })),
    },
  ]).toBuffer()
}

const widths = (...all: number[]) => all.map((width) => ({ width }))
const head = (value: string): Cell => ({ value, type: String, fontWeight: 'bold' })
const text = (value: string): Cell => ({ value, type: String, wrap: true })
const number = (value: number): Cell => ({ value, type: Number })
const share = (part: number, all: number): Cell => ({
  value: all === 0 ? 0 : part / all,
  type: Number,
  format: '0.00%',
})

const unitsOf = (sums: readonly DisclosedSum[], part: DisclosedPart, ...values: string[]) =>
  sums
    .filter((sum) => sum.part === part && (values.length === 0 || values.includes(sum.value)))
    .reduce((all, { units }) => all + units, 0)

/** ESRS E1-7, paragraph 59 (a), and AR 62 to 64: credits cancelled in the year, with the shares that they ask. */
function esrsSheet({ year, registry, sums, asOf }: Disclosed, wording: Wording): SheetData {
  const { t } = wording
  const all = unitsOf(sums, 'vintage')
  const line = (label: string, units: number, source: string) => [
    text(label),
    number(units),
    share(units, all),
    text(source),
  ]
  const unknown = (label: string, source: string) => [text(label), text(t('disclosure.notStated')), null, text(source)]
  return [
    [head(t('disclosure.esrs.title', { year, registry }))],
    [text(t('disclosure.esrs.note', { day: wording.day(asOf.toISOString()) }))],
    [
      head(t('disclosure.esrs.what')),
      head(t('disclosure.units')),
      head(t('disclosure.share')),
      head(t('disclosure.source')),
    ],
    line(t('disclosure.esrs.cancelled'), all, 'E1-7 59 (a)'),
    line(t('disclosure.esrs.reduction'), unitsOf(sums, 'mitigation', 'reduction'), 'AR 62 (a)'),
    line(t('disclosure.esrs.removal'), unitsOf(sums, 'mitigation', 'removal'), 'AR 62 (a)'),
    line(t('disclosure.esrs.both'), unitsOf(sums, 'mitigation', 'both'), 'AR 62 (a)'),
    line(t('disclosure.esrs.unstated'), unitsOf(sums, 'mitigation', ''), 'AR 62 (a)'),
    unknown(t('disclosure.esrs.sinks'), 'AR 62 (b)'),
    ...sums
      .filter(({ part }) => part === 'standard')
      .map(({ value, units }) =>
        line(
          value === '' ? t('disclosure.esrs.noStandard') : t('disclosure.esrs.standard', { standard: value }),
          units,
          'AR 62 (c)',
        ),
      ),
    line(t('disclosure.esrs.union'), unitsOf(sums, 'country', ...union), 'AR 62 (d)'),
    unknown(t('disclosure.esrs.adjustment'), 'AR 62 (e)'),
  ]
}

/** Member states of the European Union. */
const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** California Health and Safety Code, section 44475.1: a line for each project. */
function californiaSheet({ projects }: Disclosed, { t, word }: Wording): SheetData {
  const columns = [
    'seller',
    'registry',
    'projectNumber',
    'project',
    'type',
    'site',
    'protocol',
    'verified',
    'units',
  ] as const
  const lines = projects.map(({ first, verifiers, units }) => {
    const mitigation = first.mitigation ? word('projects.mitigations', first.mitigation) : t('disclosure.notStated')
    return [
      text(first.proponent),
      text(first.registry),
      number(first.projectNumber),
      text(first.project),
      text([first.type, mitigation].filter((each) => each !== '').join(' · ')),
      text([first.location, first.country].filter(Boolean).join(', ')),
      text([first.standard, first.methodology].filter((each) => each !== '').join(' · ')),
      text(verifiers.length > 0 ? verifiers.join(', ') : t('disclosure.notStated')),
      number(units),
    ]
  })
  return [
    [text(t('disclosure.california.note'))],
    columns.map((name) => head(t(`disclosure.california.${name}`))),
    ...lines,
  ]
}

function sumsSheet(sums: readonly DisclosedSum[], wording: Wording): SheetData {
  const { t } = wording
  return [
    [head(t('disclosure.by')), head(t('disclosure.value')), head(t('disclosure.units'))],
    ...sums.map(({ part, value, units }) => [
      text(t(`disclosure.part.${part}`)),
      text(valueIn(wording, part, value)),
      number(units),
    ]),
  ]
}

function valueIn({ t, country, word }: Wording, part: DisclosedPart, value: string): string {
  if (value === '') return t('disclosure.notStated')
  if (part === 'country') return country(value)
  if (part === 'mitigation') return word('projects.mitigations', value)
  return part === 'purpose' ? word('certificate.purposes', value) : value
}

function rowsSheet({ rows, asOf, isCut }: Disclosed, wording: Wording): SheetData {
  const cellOf = (value: unknown) =>
    typeof value === 'number' ? number(value) : text(value === null ? '' : String(value))
  return [
    ...(isCut ? [[text(wording.t('disclosure.cut', { figures: wording.figures(limits.workbookRows) }))]] : []),
    disclosedColumns.map(({ label }) => head(wording.t(label))),
    ...rows.map((row) =>
      disclosedColumns.map(({ of, words }) => {
        const value = of(row, asOf)
        if (words === undefined || typeof value !== 'string') return cellOf(value)
        return text(words === 'country' ? wording.country(value) : wording.word(words, value))
      }),
    ),
  ]
}
