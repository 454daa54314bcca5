/** YYYY-MM-DD in UTC, as the registry counts days. */
export function dayFromToday(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}
