export function pageTitle(subject: string | null | undefined, registry: string): string {
  return subject && subject !== registry ? `${subject} · ${registry}` : registry
}
