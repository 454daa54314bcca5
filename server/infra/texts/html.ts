/** Safe, made only by {@link html}. */
export type Html = { readonly markup: string }

type Part = Html | string | number | null | false | Part[]

/** Escapes all values but markup; null and false become empty. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { markup: texts.reduce((markup, text, index) => markup + toMarkup(parts[index - 1] ?? null) + text) }
}

function toMarkup(part: Part): string {
  if (part === null || part === false) return ''
  if (Array.isArray(part)) return part.map(toMarkup).join('')
  return typeof part === 'object' ? part.markup : escaped(String(part))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
