import { useTranslation } from '#web/texts/use-translation.ts'

const made = new Map<string, ReturnType<typeof makeFormat>>()

/** Figures and dates as a language (`en`, `fr`) or a region of it (`en-GB`) writes them; made once for each. */
export function formatIn(locale: string) {
  const format = made.get(locale) ?? makeFormat(locale)
  made.set(locale, format)
  return format
}

/** The reader's own region of a language, if the browser names one. */
export function regionOf(language: string): string {
  return navigator.languages.find((locale) => locale.split('-', 1)[0] === language) ?? language
}

/** What a day becomes when an export that knows the day alone is loaded: its midnight in UTC. */
const isDayAlone = (iso: string) => iso.length === 10 || /T00:00:00(\.0+)?Z$/.test(iso)

/** Makes what it makes when it is first asked for: each of these takes a phone as long as drawing several rows of a list. */
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
  const kilobytes = once(() => new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte' }))
  const megabytes = once(
    () => new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }),
  )
  const day = once(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }))
  const month = once(() => new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', timeZone: 'UTC' }))
  const time = once(
    () => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  )
  const countries = once(() => new Intl.DisplayNames(language, { type: 'region', fallback: 'code' }))
  return {
    /** Whole units with grouping: 1 234 567. */
    quantity: (units: number | bigint) => number().format(units),
    /** A figure within a text, to a tenth. */
    figure: (value: number) => (Number.isInteger(value) ? number : tenths)().format(value),
    /** A day, in UTC: the one that the registry's files and certificates state, wherever its reader is. */
    date: (iso: string | null | undefined) => (iso ? day().format(new Date(iso)) : ''),
    /** A month, `2026-03`. */
    month: (iso: string) => month().format(new Date(iso)),
    /** A day and a time of day in UTC, which is said; the day where no more is known. */
    time: (iso: string | null | undefined) => {
      if (!iso) return ''
      return isDayAlone(iso) ? day().format(new Date(iso)) : `${time().format(new Date(iso))} UTC`
    },
    /** A size in kilobytes or megabytes, by the language's own name for them. */
    bytes: (bytes: number) =>
      bytes < 1024 * 1024 ? kilobytes().format(Math.ceil(bytes / 1024)) : megabytes().format(bytes / 1024 / 1024),
    /** A country's name for its two letters. */
    country: (code: string) => countries().of(code) ?? code,
  }
}

/** The format of a language, as the reader's region writes it. */
export const formatOf = (language: string) => formatIn(regionOf(language))

/** The format of the language in use, as the reader's region writes it. */
export function useFormat() {
  const { i18n } = useTranslation()
  return formatOf(i18n.resolvedLanguage ?? 'en')
}
