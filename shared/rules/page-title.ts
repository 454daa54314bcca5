/** The title of a page: what the page is about and the registry's name, or the name alone. */
export function pageTitle(subject: string | null | undefined, registry: string): string {
  return subject && subject !== registry ? `${subject} · ${registry}` : registry
}
