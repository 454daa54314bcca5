import { withOrdinal } from '#shared/rules/ordinal-day.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

const made = new Map<string, ReturnType<typeof makeFormat>>()

/** Number and date formats of a language (`en`) or region (`en-GB`), cached. */
export function formatIn(locale: string) {
  const format = made.get(locale) ?? makeFormat(locale)
  made.set(locale, format)
  return format
}

export function regionOf(language: string): string {
  return navigator.languages.find((locale) => locale.split('-', 1)[0] === language) ?? language
}

/** Exports without a time are imported as midnight UTC. */
const isDayAlone = (iso: string) => iso.length === 10 || /T00:00:00(\.0+)?Z$/.test(iso)

/** Formatters are slow to create on phones. */
function once<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

function makeFormat(language: string) {
  const number = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }))
  const tenths = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }))
  const hundredThousandths = once(() => new Intl.NumberFormat(language, { maximumFractionDigits: 5 }))
  const kilobytes = once(() => new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte' }))
  const megabytes = once(
    () => new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }),
  )
  const day = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }))
  const month = once(() => new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' }))
  const time = once(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  )
  /** A line never breaks within the day. */
  const dayOf = (at: Date) => withOrdinal(day().format(at), language).replaceAll(' ', '\u00a0')
  const countries = once(() => new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }))
  return {
    quantity: (units: number | bigint) => number().format(units),
    /** To one decimal. */
    figure: (value: number) => (Number.isInteger(value) ? number : tenths)().format(value),
    /** With the sign of minus, to five decimals. */
    degrees: (value: number) => `${hundredThousandths().format(value).replace('-', '−')}°`,
    /** In UTC, like files and certificates. */
    date: (iso: string | null | undefined) => (iso ? dayOf(new Date(iso)) : ''),
    /** `2026-03`. */
    month: (iso: string) => month().format(new Date(iso)),
    /** In UTC; the day alone if no time is known. */
    time: (iso: string | null | undefined) => {
      if (!iso) return ''
      const at = new Date(iso)
      return isDayAlone(iso) ? dayOf(at) : `${time().format(at).replace(day().format(at), dayOf(at))} UTC`
    },
    bytes: (bytes: number) =>
      bytes < 1024 * 1024 ? kilobytes().format(Math.ceil(bytes / 1024)) : megabytes().format(bytes / 1024 / 1024),
    /** Texts that cannot be a region's code stay as they are. */
    country: (code: string) => (/^([a-z]{2}|\d{3})$/i.test(code) ? (countries().of(code) ?? code) : code),
  }
}

export const formatOf = (language: string) => formatIn(regionOf(language))

export function useFormat() {
  const { i18n } = useTranslation()
  return formatOf(i18n.resolvedLanguage ?? 'en')
}
