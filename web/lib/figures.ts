import { limits } from '#shared/rules/limits.ts'

/** What a field takes. */
interface Figure {
  /** The most decimals; 0 is a whole number. */
  decimals: number
  /** What an empty field is. */
  empty: null | undefined
  /** What is counted, where the refusal of a decimal says so. */
  counts?: 'units'
  /** A sign may stand before it. */
  isSigned?: boolean
  /** It has no groups of digits, so that one comma or point can only stand before decimals. */
  isUngrouped?: boolean
  /** It is kept in hundredths, as a whole number. */
  inHundredths?: boolean
}

/** Every kind of figure that a person types. */
export const figures = {
  /** Units that move, are measured, verified or offered. */
  units: { decimals: 0, empty: undefined, counts: 'units' },
  /** Units that are expected of a project, which need not be stated. */
  estimate: { decimals: 0, empty: null, counts: 'units' },
  thousandths: { decimals: 0, empty: undefined },
  /** How many of something a registry allows; empty is the product's own limit. */
  count: { decimals: 0, empty: null },
  megabytes: { decimals: 2, empty: null },
  price: { decimals: 2, empty: undefined, inHundredths: true },
  degrees: { decimals: 15, empty: null, isSigned: true, isUngrouped: true },
} as const satisfies Record<string, Figure>
export type FigureName = keyof typeof figures

/** Why a text is not the figure that a field takes. */
export type FigureFault = 'notUnits' | 'notWhole' | 'notDigits' | 'notFigure' | 'tooFine' | 'tooBig'

/** How the reader's region writes figures: the sign between groups of digits, the mark before decimals, a whole number. */
export interface Marks {
  group: string
  decimal: string
  write: (whole: number) => string
}

export function marksOf(locale: string): Marks {
  const format = new Intl.NumberFormat(locale, { numberingSystem: 'latn', maximumFractionDigits: 1 })
  const parts = format.formatToParts(12_345_678.5)
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { group: partOf('group'), decimal: partOf('decimal'), write: (whole) => format.format(whole) }
}

/**
 * Reads a figure as it was meant, or says why not. Digits of any script count, alone or in groups of three. A space or an
 * apostrophe can only stand between groups. A comma or point stands between groups where the reader's region writes it so or
 * where it stands several times, and before decimals where it can be nothing else; what may be either is refused.
 */
export function readFigure(typed: string, figure: Figure, marks: Marks): { value: number } | { fault: FigureFault } {
  const [, sign = '', text = ''] = /^([-+]?)(.*)$/s.exec(plain(typed)) ?? []
  if (sign !== '' && !figure.isSigned) return { fault: figure.decimals > 0 ? 'notFigure' : 'notDigits' }
  const whole = figure.isUngrouped ? /^\d+$/.exec(text)?.[0] : wholeIn(text, marks)
  if (whole !== undefined) return readingOf(sign, whole, '', figure)
  if (figure.decimals === 0) return { fault: faultOfWhole(text, figure) }
  const [wholePart, mark, decimals] = decimalIn(text, figure)
  if (wholePart === undefined || mark === undefined || decimals === undefined) return { fault: 'notFigure' }
  if (decimals.length > figure.decimals) {
    return { fault: mark === plain(marks.decimal) ? 'tooFine' : 'notFigure' }
  }
  return readingOf(sign, wholePart, decimals, figure)
}

/** Digits as 0 to 9, one space, one apostrophe, one comma, one point, one minus for all of their kind, and nothing that cannot be seen. */
function plain(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u2018\u2019\u02bc\uff07\u066c]/g, "'")
    .replace(/\uff0c/g, ',')
    .replace(/\uff0e/g, '.')
    .replace(/[\u2212\uff0d]/g, '-')
    .replace(/\uff0b/g, '+')
    .trim()
}

/** The ten digits of a script follow one another; the letter-like ones of mathematics, script upon script, stay as they are. */
function digitOf(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  if (point >= 0x1d7ce && point <= 0x1d7ff) return digit
  let zero = point
  while (point - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(point - zero)
}

const groupedBy = (sign: string) => new RegExp(`^[1-9]\\d{0,2}(\\${sign}\\d{3})+$`)
const grouped = new Map([' ', "'", ',', '.'].map((sign) => [sign, groupedBy(sign)]))

/** The digits of a whole number; undefined if it is none, or may be a decimal. */
function wholeIn(text: string, marks: Marks): string | undefined {
  if (/^\d+$/.test(text)) return text
  const digits = text.replace(/\D/g, '')
  // As this region writes it, in groups of two, too.
  if (digits !== '' && plain(marks.write(Number(digits))) === text) return digits
  for (const [sign, pattern] of grouped) {
    if (!pattern.test(text)) continue
    const isAlone = text.split(sign).length === 2
    const isMark = sign === ',' || sign === '.'
    return isMark && isAlone && sign !== plain(marks.group) ? undefined : digits
  }
  return undefined
}

/** The digits before a mark, the mark, and the digits after it; nothing if it is no decimal. */
function decimalIn(text: string, { isUngrouped }: Figure): string[] {
  const [, before = '', mark = '', decimals = ''] = /^(.*)([.,\u066b])(\d+)$/.exec(text) ?? []
  if (mark === '' || before.includes(mark)) return []
  const isWhole = /^\d*$/.test(before) || (!isUngrouped && [...grouped].some(([, pattern]) => pattern.test(before)))
  return isWhole ? [before.replace(/\D/g, '') || '0', mark, decimals] : []
}

function faultOfWhole(text: string, { counts }: Figure): FigureFault {
  if (!/^[\d ',.\u066b]*\d[\d ',.\u066b]*$/.test(text) || !/[.,\u066b]/.test(text)) return 'notDigits'
  return counts === 'units' ? 'notUnits' : 'notWhole'
}

function readingOf(sign: string, whole: string, decimals: string, { inHundredths }: Figure) {
  const value = inHundredths
    ? Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
    : Number(`${sign}${whole}.${decimals || '0'}`) + 0
  return Math.abs(value) > limits.quantity ? { fault: 'tooBig' as const } : { value }
}
