import { toCardinal as inEnglish } from 'n2words/en-GB'
import { toCardinal as inFrench } from 'n2words/fr-FR'
import type { Language } from '#shared/rules/languages.ts'

const spelled: Record<Language, (quantity: bigint) => string> = {
  en: inEnglish,
  fr: inFrench,
  sw: inSwahili,
}

/** 1 200 is `one thousand two hundred`; not for negative numbers. */
export function inWords(quantity: number | bigint, language: Language): string {
  return spelled[language](BigInt(quantity))
}

const ones = ['sifuri', 'moja', 'mbili', 'tatu', 'nne', 'tano', 'sita', 'saba', 'nane', 'tisa']
const tens = ['', 'kumi', 'ishirini', 'thelathini', 'arobaini', 'hamsini', 'sitini', 'sabini', 'themanini', 'tisini']
const scales = ['', 'elfu', 'milioni', 'bilioni', 'trilioni', 'kvadrilioni']

/**
 * By Unicode CLDR's spellout rules (common/rbnf/sw.xml). The library omits the comma between thousands, so `elfu mia
 * moja hamsini` could mean 100 050 or 150 000.
 */
function inSwahili(quantity: bigint): string {
  if (quantity === 0n) return 'sifuri'
  const groups: string[] = []
  for (let rest = quantity, scale = 0; rest > 0n; rest /= 1000n, scale++) {
    const group = Number(rest % 1000n)
    if (group > 0) groups.unshift(`${scales[scale]} ${belowThousand(group)}`.trim())
  }
  return groups.join(', ')
}

function belowThousand(number: number): string {
  const rest = number % 100
  return [
    number >= 100 && `mia ${ones[Math.floor(number / 100)]}`,
    rest >= 10 && tens[Math.floor(rest / 10)],
    rest % 10 > 0 && ones[rest % 10],
  ]
    .filter((part) => part !== false)
    .join(' na ')
}
