import { useTranslation } from 'react-i18next'

/** Figures and dates as the reader's language writes them. */
export interface Format {
  /** Whole units with grouping: 1 234 567. */
  quantity: (units: number | bigint) => string
  /** A day: `2026-03-04` or a time, both read as UTC days when they have no time. */
  date: (iso: string | null | undefined) => string
  /** A day and a time of day, in the reader's own zone. */
  time: (iso: string | null | undefined) => string
  /** The same to the second, in UTC, alike in every language: 2026-03-04 05:06:07 UTC. */
  exactTime: (iso: string) => string
  /** A size in kilobytes or megabytes. */
  bytes: (bytes: number) => string
  /** A country's name for its two letters. */
  country: (code: string) => string
}

const made = new Map<string, Format>()

/** The format of a language (`en`, `fr`, `sw`), made once. */
export function formatIn(language: string): Format {
  const known = made.get(language)
  if (known) return known
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const size = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const localDay = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const countries = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  const format: Format = {
    quantity: (units) => number.format(units),
    date: (iso) => (iso ? (iso.length === 10 ? day : localDay).format(new Date(iso)) : ''),
    time: (iso) => (iso ? time.format(new Date(iso)) : ''),
    exactTime: (iso) => `${iso.slice(0, 19).replace('T', ' ')} UTC`,
    bytes: (bytes) =>
      bytes < 1024 * 1024 ? `${number.format(Math.ceil(bytes / 1024))} kB` : `${size.format(bytes / 1024 / 1024)} MB`,
    country: (code) => countries.of(code) ?? code,
  }
  made.set(language, format)
  return format
}

/** The format of the language in use. */
export function useFormat(): Format {
  const { i18n } = useTranslation()
  return formatIn(i18n.resolvedLanguage ?? 'en')
}
