/** Registry names that differ from Unicode's. */
const otherNames: Record<string, string> = {
  'viet nam': 'VN',
  drc: 'CD',
  'congo, democratic republic of the': 'CD',
  congo: 'CG',
  myanmar: 'MM',
  "côte d'ivoire": 'CI',
  'lao pdr': 'LA',
  turkey: 'TR',
  'republic of korea': 'KR',
  'russian federation': 'RU',
}

const byName = new Map([...unicodeNames(), ...Object.entries(otherNames)])

/** Takes an English name or ISO 3166 code; null if unknown. */
export function countryCode(name: string): string | null {
  return byName.get(name.toLowerCase()) ?? null
}

/** From the runtime's CLDR, without obsolete codes. */
function* unicodeNames(): Generator<[string, string]> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = names.of(code)
    const isInUse = new Intl.Locale(`und-${code}`).region === code && code !== 'ZZ'
    if (name === undefined || !isInUse) continue
    yield [name.toLowerCase(), code]
    yield [code.toLowerCase(), code]
  }
}
