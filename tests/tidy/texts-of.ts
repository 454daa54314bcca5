import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#shared/rules/languages.ts'
import { root } from './files.ts'

type Texts = { [key: string]: string | Texts }

export const textHomes = {
  screens: 'shared/texts',
  first: 'shared/texts/first',
  later: 'shared/texts/later',
  refusals: 'shared/texts/refusals',
  parts: 'shared/texts/parts',
  glossary: 'shared/texts/glossary',
  proof: 'shared/texts/proof',
  server: 'shared/texts/server',
}

/** Texts of one folder by their keys; nested keys are joined by dots. */
export function textsIn(home: string, language: Language): Map<string, string> {
  const texts: Texts = JSON.parse(readFileSync(join(root, home, `${language}.json`), 'utf8'))
  const flatten = (branch: Texts, prefix: string): [string, string][] =>
    Object.entries(branch).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
    )
  return new Map(flatten(texts, ''))
}

export function allTexts(language: Language): Map<string, string> {
  return new Map(Object.values(textHomes).flatMap((home) => [...textsIn(home, language)]))
}
