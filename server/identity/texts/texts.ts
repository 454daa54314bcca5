import { type TextKey as AnyKey, wordingIn } from '#server/infra/texts/texts.ts'
import type { Language } from '#shared/rules/languages.ts'

/** The keys of the provider's own texts, which stand under `identity` in shared/texts/server. */
export type TextKey = AnyKey extends infer Key ? (Key extends `identity.${infer Own}` ? Own : never) : never

/** One of the provider's texts in one language, with its places filled in. */
export function say(language: Language, key: TextKey, values: Record<string, string | number> = {}): string {
  return wordingIn(language).t(`identity.${key}`, values)
}
