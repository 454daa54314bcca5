import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languages } from '#shared/rules/languages.ts'
import { root } from './files.ts'

const homes = [
  'shared/texts',
  'shared/texts/first',
  'shared/texts/later',
  'shared/texts/refusals',
  'shared/texts/server',
]

/** Avoided words, with their replacements. */
const avoided = {
  en: [{ variant: /\bcancel(led|lation)/i, word: 'burnt' }],
  fr: [
    { variant: /\bObjet\b/, word: 'Finalité; Sujet for what a task is about' },
    { variant: /registre public/i, word: 'inscription publique' },
    { variant: /rejet/i, word: 'refuser, refus' },
    { variant: /réglages?\b/i, word: 'paramètres' },
    { variant: /\bannul(é|ation)/i, word: 'détruire, destruction' },
  ],
  sw: [],
} as const satisfies Record<(typeof languages)[number], readonly { variant: RegExp; word: string }[]>

test.each(languages)('%s says one word for a thing, and has one apostrophe', (language) => {
  const lines = homes.flatMap((home) => readFileSync(join(root, home, `${language}.json`), 'utf8').split('\n'))
  const straight = { variant: /'/, word: '’' }
  const wrong = [...avoided[language], straight].flatMap(({ variant, word }) =>
    lines.filter((line) => variant.test(line.slice(line.indexOf(':')))).map((line) => `${line.trim()} → ${word}`),
  )
  expect(wrong).toEqual([])
})
