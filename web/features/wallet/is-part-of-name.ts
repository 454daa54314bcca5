const fewest = 3

/**
 * Whether `typed` is a part of `name`: at least three consecutive characters (all of a shorter name), ignoring accents
 * and case.
 */
export function isPartOfName(typed: string, name: string): boolean {
  const [part, whole] = [plain(typed), plain(name)]
  return part.length >= Math.min(fewest, whole.length) && whole.includes(part)
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
