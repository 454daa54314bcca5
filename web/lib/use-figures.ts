import type { TFunction } from 'i18next'
import { limits } from '#shared/rules/limits.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { type FigureName, figures, type Marks, marksOf, readFigure } from './figures.ts'
import { formatIn, regionOf } from './format.ts'

/** A refused text stays a text, so that the form shows `refusal`. */
export interface FigureReader {
  (typed: unknown): unknown
  refusal: (typed: string, t: TFunction, maximum?: number) => string
}

type Readers = { readonly [Name in FigureName]: { readonly setValueAs: FigureReader } }

const made = new Map<string, Readers>()

/** Form options that parse figures for the reader's region. */
export function useFigures(): Readers {
  const { i18n } = useTranslation()
  const locale = regionOf(i18n.resolvedLanguage ?? 'en')
  const readers = made.get(locale) ?? readersOf(locale)
  made.set(locale, readers)
  return readers
}

/** Names the field's own limit where a figure is too large to be read. */
export function upTo(maximum: number, { setValueAs }: { setValueAs: FigureReader }): { setValueAs: FigureReader } {
  const refusal = (typed: string, t: TFunction) => setValueAs.refusal(typed, t, maximum)
  return { setValueAs: Object.assign((typed: unknown) => setValueAs(typed), { refusal }) }
}

function readersOf(locale: string): Readers {
  const marks = marksOf(locale)
  const optionsOf = (name: FigureName) => ({ setValueAs: readerOf(name, locale, marks) })
  return {
    units: optionsOf('units'),
    estimate: optionsOf('estimate'),
    thousandths: optionsOf('thousandths'),
    count: optionsOf('count'),
    megabytes: optionsOf('megabytes'),
    price: optionsOf('price'),
    degrees: optionsOf('degrees'),
  }
}

const longestQuoted = 30
const examples = { whole: 2_500, decimals: 14.5, degrees: -1.29 }

function readerOf(name: FigureName, locale: string, marks: Marks): FigureReader {
  const figure = figures[name]
  const read = (typed: unknown) => {
    if (typeof typed !== 'string') return typed ?? figure.empty
    if (typed.trim() === '') return figure.empty
    const reading = readFigure(typed, figure, marks)
    return 'value' in reading ? reading.value : typed
  }
  const refusal = (typed: string, t: TFunction, maximum = limits.quantity) => {
    const reading = readFigure(typed, figure, marks)
    if (!('fault' in reading)) return t('ui.invalid.format')
    if (reading.fault === 'tooBig') {
      return t('ui.invalid.tooBig', { maximum: formatIn(locale).quantity(maximum) })
    }
    const example = name === 'degrees' ? examples.degrees : figure.decimals > 0 ? examples.decimals : examples.whole
    return t(`ui.invalid.${reading.fault}`, {
      typed: typed.length > longestQuoted ? `${typed.slice(0, longestQuoted)}…` : typed.trim(),
      plain: String(example),
      example: new Intl.NumberFormat(locale).format(example),
    })
  }
  return Object.assign(read, { refusal })
}
