import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createClaim } from '#shared/contract/claims.ts'
import { units as unitsOfYear } from '#shared/contract/fields.ts'
import { makeOffer } from '#shared/contract/market.ts'
import { outcomeParts, submitMeasurement } from '#shared/contract/measurements.ts'
import { updateProject } from '#shared/contract/projects.ts'
import { limitsChange } from '#shared/contract/settings.ts'
import { decideVerification } from '#shared/contract/verifications.ts'
import { burnUnits, mintItem, transferUnits } from '#shared/contract/wallet.ts'
import { languages } from '#shared/rules/languages.ts'
import { type FigureName, figures, marksOf, readFigure } from './figures.ts'

/** Null if ambiguous and so refused. */
type Meaning = number | null | { en: number | null; fr: number | null; sw: number | null }

const spaces = [' ', '\u00a0', '\u202f', '\u2009', '\u2007', '\u3000']
const apostrophes = ["'", '\u2019', '\u2018', '\u02bc', '\uff07', '\u066c']
const zeros = { fullWidth: 0xff10, arabic: 0x660, persian: 0x6f0, devanagari: 0x966, bengali: 0x9e6, tamil: 0xbe6 }
const inDigits = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
const scripts = Object.values(zeros)

const whole: [string, Meaning][] = [
  ...['0', '1', '12', '120', '1200', '12500', '1000000', '007'].map((text): [string, Meaning] => [text, Number(text)]),
  ...[' 12 ', '\t12', '12\n', '\u200b12', '\ufeff12', '\u200e12\u200f', '1\u00ad2', '\u206612\u2069'].map(
    (text): [string, Meaning] => [text, 12],
  ),
  ...[...spaces, ...apostrophes].flatMap((sign): [string, Meaning][] => [
    [`1${sign}200`, 1_200],
    [`12${sign}500`, 12_500],
    [`1${sign}234${sign}567`, 1_234_567],
    [`12${sign}5`, null],
    [`1${sign}2000`, null],
    [`0${sign}500`, null],
  ]),
  ...scripts.flatMap((zero): [string, Meaning][] => [
    [inDigits('12', zero), 12],
    [inDigits('2500', zero), 2_500],
    [inDigits('2 500', zero), 2_500],
  ]),
  ['1,200', { en: 1_200, fr: null, sw: 1_200 }],
  ['12,500', { en: 12_500, fr: null, sw: 12_500 }],
  ['\uff11\uff0c\uff12\uff10\uff10', { en: 1_200, fr: null, sw: 1_200 }],
  ['1.200', null],
  ['12.500', null],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
]

/** Fields of whole numbers refuse these; others accept unambiguous ones. */
const decimals: [string, Meaning][] = [
  ...['0.5', '1.5', '12.5', '2.0', '100.00', '1200.50', '980.4', '.5'].flatMap((text): [string, Meaning][] => [
    [text, Number(text)],
    [text.replace('.', ','), Number(text)],
    [inDigits(text, zeros.fullWidth).replace('.', '\uff0e'), Number(text)],
    [inDigits(text, zeros.arabic).replace('.', '\u066b'), Number(text)],
  ]),
  ['1.000,00', 1_000],
  ['1,000.00', 1_000],
  ['1.200,5', 1_200.5],
  ['1,200.5', 1_200.5],
  ['1 200,5', 1_200.5],
  ['1 200.5', 1_200.5],
  ['1\u202f200,50', 1_200.5],
  ["1'200.50", 1_200.5],
  ['1.234.567,89', 1_234_567.89],
  ['0,123', null],
  ['0.123', null],
  ['1,2345', null],
  ['1.2345', null],
]

const refused = [
  ...['-5', '\u22125', '+5', '-1.5', '--5', '5-', '(5)', '5-6', '1e2', '1E2', '1e+21', '1.5e3', '0x10', '0b11', '0o7'],
  ...[
    'NaN',
    'Infinity',
    '\u221e',
    'ten',
    'dix',
    'kumi',
    'null',
    'true',
    '12 t',
    '12t',
    '5 units',
    'ca. 5',
    '~5',
    '5 %',
  ],
  ...['$5', '5 \u20ac', '1k', '2M', '10\u00b2', '\u00bd', '1/2', '5*2', '=5', '#5', '1_000', '1;000', '1:30', '1`000'],
  ...[
    '1..5',
    '1,,5',
    '1.,5',
    '1.2.3',
    '1,2,3',
    '1.200.50',
    '1,200,50',
    '1.234,567.8',
    '12,34,56',
    '1 2,3 4',
    '5.',
    '5,',
  ],
  ...[
    '.',
    ',',
    "'",
    '-',
    '1 200\u2019300',
    "1'20",
    '\u2168',
    '\u4e94',
    '\u2460',
    '\u{1d7cf}',
    '1n',
    '__',
    '\u0000',
    '1\t200',
  ],
]

const spellings: [string, Meaning][] = [
  ...whole,
  ...decimals,
  ...refused.map((text): [string, Meaning] => [text, null]),
]

const items = (shape: { quantity: z.ZodType }) => shape.quantity
const fields: Record<string, { figure: FigureName; sent: z.ZodType }> = {
  claim: { figure: 'units', sent: items(createClaim.body.shape.items.element.shape) },
  transfer: { figure: 'units', sent: items(transferUnits.body.shape.items.element.shape) },
  burn: { figure: 'units', sent: items(burnUnits.body.shape.items.element.shape) },
  mint: { figure: 'units', sent: mintItem.shape.quantity },
  measured: { figure: 'units', sent: submitMeasurement.body.shape.quantity },
  gross: { figure: 'units', sent: outcomeParts.shape.gross },
  baseline: { figure: 'units', sent: outcomeParts.shape.baseline },
  leakage: { figure: 'units', sent: outcomeParts.shape.leakage },
  uncertainty: { figure: 'thousandths', sent: outcomeParts.shape.uncertainty },
  verified: { figure: 'units', sent: decideVerification.body.shape.quantity },
  ofYear: { figure: 'units', sent: unitsOfYear },
  offer: { figure: 'units', sent: makeOffer.body.shape.quantity },
  price: { figure: 'price', sent: makeOffer.body.shape.price },
  estimate: { figure: 'estimate', sent: updateProject.body.shape.annualEstimate },
  latitude: { figure: 'degrees', sent: updateProject.body.shape.latitude },
  longitude: { figure: 'degrees', sent: updateProject.body.shape.longitude },
  imageMegabytes: { figure: 'megabytes', sent: z.number() },
  documentMegabytes: { figure: 'megabytes', sent: z.number() },
  accountUsers: { figure: 'count', sent: limitsChange.shape.accountUsers },
  periodMonths: { figure: 'count', sent: limitsChange.shape.periodMonths },
  projectDocuments: { figure: 'count', sent: limitsChange.shape.projectDocuments },
}

/** Null if refused. */
function sentFor({ figure, sent }: { figure: FigureName; sent: z.ZodType }, typed: string, language: string) {
  const reading = readFigure(typed, figures[figure], marksOf(language))
  const value = 'value' in reading ? sent.safeParse(reading.value) : { success: false as const }
  return value.success ? value.data : null
}

test('at least two hundred spellings are tried, each once', () => {
  expect(new Set(spellings.map(([text]) => text)).size).toBe(spellings.length)
  expect(spellings.length).toBeGreaterThanOrEqual(200)
})

describe.each(languages)('a reader of %s', (language) => {
  test.each(Object.keys(fields))('has every spelling taken as it was meant, or refused, in the field %s', (name) => {
    const field = fields[name]
    if (!field) throw new Error(name)
    const {
      decimals: most,
      isUngrouped,
      inHundredths,
    } = { isUngrouped: false, inHundredths: false, ...figures[field.figure] }
    const wrong = spellings.flatMap(([typed, meaning]) => {
      const expected = typeof meaning === 'object' ? (meaning?.[language] ?? null) : meaning
      const taken = sentFor(field, typed, language)
      if (taken === null) return []
      // Degrees have no groups, so a comma or point is a decimal mark.
      if (isUngrouped) return taken === Number(plainDegrees(typed)) ? [] : [[typed, taken]]
      const isRight = expected !== null && taken === (inHundredths ? Math.round(expected * 100) : expected)
      return isRight && (most > 0 || Number.isInteger(expected)) ? [] : [[typed, taken]]
    })
    expect(wrong).toEqual([])
  })

  test.each(whole)('has %j taken for units as %j', (typed, meaning) => {
    const expected = typeof meaning === 'object' ? (meaning?.[language] ?? null) : meaning
    const reading = readFigure(typed, figures.units, marksOf(language))
    expect('value' in reading ? reading.value : null).toBe(expected)
  })

  test.each(decimals)('has the decimal %j refused for units, in words about whole numbers', (typed) => {
    expect(readFigure(typed, figures.units, marksOf(language))).toEqual({ fault: 'notUnits' })
    expect(readFigure(typed, figures.count, marksOf(language))).toEqual({ fault: 'notWhole' })
  })

  test.each(decimals)('has %j taken for a price as %j', (typed, meaning) => {
    const reading = readFigure(typed, figures.price, marksOf(language))
    expect('value' in reading ? reading.value / 100 : null).toBe(meaning)
  })

  test('has figures taken as its screens write them', () => {
    const { write } = marksOf(language)
    for (const units of [5, 2_500, 1_234_567, 9_007_199_254_740_991]) {
      expect(readFigure(write(units), figures.units, marksOf(language))).toEqual({ value: units })
    }
  })
})

function plainDegrees(typed: string): string {
  return typed
    .replace(/[\p{Cf}\s]/gu, '')
    .replace(/\p{Nd}/gu, (digit) =>
      String(
        scripts.map((zero) => (digit.codePointAt(0) ?? 0) - zero).find((value) => value >= 0 && value <= 9) ?? digit,
      ),
    )
    .replace(/[,\uff0c\uff0e\u066b]/, '.')
    .replace('\u2212', '-')
}

test.each([
  ['-1,2921', -1.2921],
  ['\u22124.5', -4.5],
  ['+36.8219', 36.8219],
  ['36,123', 36.123],
  ['0', 0],
  ['-0', 0],
])('the degrees %j are %j in every language', (typed, degrees) => {
  for (const language of languages) {
    expect(readFigure(typed, figures.degrees, marksOf(language))).toEqual({ value: degrees })
  }
})

test.each(['4° S', '1 200', "1'200", '1,234,567', '12.5.3', '1e1'])('%j are no degrees', (typed) => {
  expect(readFigure(typed, figures.degrees, marksOf('en'))).toEqual({ fault: 'notFigure' })
})

test('a region groups as it writes: in lakhs in India, with a point in Congo', () => {
  expect(readFigure('12,34,567', figures.units, marksOf('en-IN'))).toEqual({ value: 1_234_567 })
  expect(readFigure('12,34,567', figures.units, marksOf('en-GB'))).toEqual({ fault: 'notUnits' })
  expect(readFigure('1.200', figures.units, marksOf('sw-CD'))).toEqual({ value: 1_200 })
  expect(readFigure('1,200', figures.units, marksOf('sw-CD'))).toEqual({ fault: 'notUnits' })
})

test('what is above every quantity is refused as that, and not rounded', () => {
  for (const typed of ['9007199254740993', '9'.repeat(30), '9'.repeat(400)]) {
    expect(readFigure(typed, figures.units, marksOf('en'))).toEqual({ fault: 'tooBig' })
  }
})

test.each(['14.505', '1.2345'])('a price of %j has too many decimals for an English reader', (typed) => {
  expect(readFigure(typed, figures.price, marksOf('en'))).toEqual({ fault: 'tooFine' })
})
