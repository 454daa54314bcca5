import { limits } from '#shared/rules/limits.ts'

interface Figure {
  /** 0 for whole numbers. */
  decimals: number
  /** The value of an empty field. */
  empty: null | undefined
  counts?: 'units'
  isSigned?: boolean
  /** No digit groups, so a comma or point is a decimal mark. */
  isUngrouped?: boolean
  inHundredths?: boolean
}

export const figures = {
  units: { decimals: 0, empty: undefined, counts: 'units' },
  /** Optional. */
  estimate: { decimals: 0, empty: null, counts: 'units' },
  thousandths: { decimals: 0, empty: undefined },
  /** A registry's limit; empty selects the product's. */
  count: { decimals: 0, empty: null },
  megabytes: { decimals: 2, empty: null },
  price: { decimals: 2, empty: undefined, inHundredths: true },
  degrees: { decimals: 15, empty: null, isSigned: true, isUngrouped: true },
} as const satisfies Record<string, Figure>
export type FigureName = keyof typeof figures

export type FigureFault = 'notUnits' | 'notWhole' | 'notDigits' | 'notFigure' | 'tooFine' | 'tooBig'

/** The reader's region's number format. */
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
 * Reads digits of any script, alone or in groups of three. A space or apostrophe separates groups. A comma or point
 * separates groups if the region does so or if it repeats, and is a decimal mark if nothing else is possible. Refuses
 * ambiguous texts.
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

/** Maps digits and signs of all scripts to ASCII, and removes invisible characters. */
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

/** A script's digits are consecutive; mathematical alphabets adjoin, so they stay unchanged. */
function digitOf(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  if (point >= 0x1d7ce && point <= 0x1d7ff) return digit
  let zero = point
  while (point - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(point - zero)
}

const groupedBy = (sign: string) => new RegExp(`^[1-9]\\d{0,2}(\\${sign}\\d{3})+$`)
const grouped = new Map([' ', "'", ',', '.'].map((sign) => [sign, groupedBy(sign)]))

/** Undefined if the text is no whole number or may be a decimal. */
function wholeIn(text: string, marks: Marks): string | undefined {
  if (/^\d+$/.test(text)) return text
  const digits = text.replace(/\D/g, '')
  // The region's own format may use groups of two.
  if (digits !== '' && plain(marks.write(Number(digits))) === text) return digits
  for (const [sign, pattern] of grouped) {
    if (!pattern.test(text)) continue
    const isAlone = text.split(sign).length === 2
    const isMark = sign === ',' || sign === '.'
    return isMark && isAlone && sign !== plain(marks.group) ? undefined : digits
  }
  return undefined
}

/** Whole part, mark and decimals; empty if no decimal. */
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
