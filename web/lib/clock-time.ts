/** In the reader's time zone, as on the device's clock; with the date unless today. */
export function clockTime(locale: string, at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...(!isToday && { dateStyle: 'medium' }) }).format(at)
}
