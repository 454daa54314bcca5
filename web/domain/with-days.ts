/** A name with its ISO days (`2026-03-04`) as `date` writes a day; what is no day stays. */
export function withDays(name: string, date: (iso: string) => string): string {
  return name.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (iso) => (Number.isNaN(Date.parse(iso)) ? iso : date(iso)))
}
