import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInstance, type TFunction } from 'i18next'
import { z } from 'zod'
import type { Language } from '#shared/rules/languages.ts'

const texts = z.record(z.string(), z.record(z.string(), z.unknown()))
const folder = join(import.meta.dirname, '../../shared/texts')

export async function textsIn(language: Language): Promise<TFunction> {
  const files = ['first/', '', 'later/', 'refusals/', 'parts/', 'proof/'].map((part) =>
    readFile(join(folder, part, `${language}.json`), 'utf8'),
  )
  const [first = {}, rest = {}, later = {}, refusals = {}, parts = {}, proof = {}] = (await Promise.all(files)).map(
    (text) => texts.parse(JSON.parse(text)),
  )
  const i18n = createInstance()
  await i18n.init({
    lng: language,
    resources: { [language]: { first, rest, later, refusals, parts, proof } },
    defaultNS: 'first',
    fallbackNS: ['rest', 'later', 'refusals', 'parts', 'proof'],
  })
  return i18n.t
}
