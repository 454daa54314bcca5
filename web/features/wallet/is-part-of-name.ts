const fewest = 3

/**
 * Whether somebody typed a part of a name: at least three of its characters in a row, or all where it has fewer, whatever
 * their accents and capitals.
 */
export function isPartOfName(typed: string, name: string): boolean {
  const [part, whole] = [plain(typed), plain(name)]
  return part.length >= Math.min(fewest, whole.length) && whole.includes(part)
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
