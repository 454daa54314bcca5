import { isDocumentType } from '#shared/rules/document-types.ts'

type Standard = 'PDS' | 'Measurement' | 'Verification'

/** Words of file names and folders in English, French and Swahili, without accents; the first type with a word wins. */
const words: readonly (readonly [Standard, readonly string[]])[] = [
  [
    'Verification',
    [
      ...['verification', 'verified', 'validation', 'audit', 'opinion', 'vvb'],
      ...['verifie', 'avis', 'attestation'],
      ...['uthibitisho', 'uhakiki', 'ukaguzi'],
    ],
  ],
  [
    'PDS',
    [
      ...['pds', 'pdd', 'project description', 'project design', 'design document'],
      ...['descriptif', 'description du projet', 'conception du projet'],
      ...['maelezo ya mradi', 'maelezo'],
    ],
  ],
  [
    'Measurement',
    [
      ...[
        'measurement',
        'measurements',
        'monitoring',
        'mrv',
        'data',
        'dataset',
        'survey',
        'inventory',
        'plot',
        'plots',
      ],
      ...[
        'mesure',
        'mesures',
        'suivi',
        'releve',
        'releves',
        'donnees',
        'enquete',
        'inventaire',
        'parcelle',
        'parcelles',
      ],
      ...['kipimo', 'vipimo', 'ufuatiliaji', 'takwimu', 'utafiti'],
    ],
  ],
]
/** Where no word tells the type. */
const extensions: Readonly<Record<string, Standard>> = { csv: 'Measurement', xlsx: 'Measurement' }

export const otherType = 'Other'

/**
 * The type of a file by its path, of the offered ones: a title whose words all occur, a standard type by a word or the
 * extension, or else the only standard type, or else {@link otherType}. Empty where no type is offered.
 */
export function guessedType(path: string, offered: readonly string[]): string {
  if (offered.length === 0) return ''
  const text = wordsIn(path)
  const has = (phrase: string) => ` ${text} `.includes(` ${phrase} `)
  const titles = offered.filter((type) => !isDocumentType(type)).sort((one, other) => other.length - one.length)
  const titled = titles.find((title) => wordsIn(title).split(' ').every(has))
  if (titled !== undefined) return titled
  const byWord = words.find(([type, known]) => offered.includes(type) && known.some(has))
  if (byWord) return byWord[0]
  const byExtension = extensions[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '']
  if (byExtension && offered.includes(byExtension)) return byExtension
  const standard = offered.filter((type) => type !== otherType && isDocumentType(type))
  return standard.length === 1 ? (standard[0] ?? otherType) : otherType
}

/** Lower case, without accents; digits, signs and inner capitals part words. */
function wordsIn(text: string): string {
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}
