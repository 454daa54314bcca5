/** Joins pasted lines; a code broken after a dash stays whole. */
export function inOneLine(text: string): string {
  return text
    .replace(/(\p{Pd})\s*\n\s*/gu, '$1')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('; ')
}
