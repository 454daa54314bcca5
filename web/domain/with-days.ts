/** Formats the ISO dates in a name with `date`. */
export function withDays(name: string, date: (iso: string) => string): string {
  return name.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (iso) => (Number.isNaN(Date.parse(iso)) ? iso : date(iso)))
}
