import { withOrdinal } from '#shared/rules/ordinal-day.ts'

/** In UTC, as all times on screens; with the date unless today. */
export function clockTime(locale: string, at: number): string {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  const date = day(at) === day(Date.now()) ? {} : ({ dateStyle: 'medium' } as const)
  const time = new Intl.DateTimeFormat(locale, { ...date, timeStyle: 'short', timeZone: 'UTC' }).format(at)
  return `${withOrdinal(time, locale)} UTC`
}
