import { wordingIn } from '#server/infra/texts/texts.ts'
import type { Language } from '#shared/rules/languages.ts'
import type { TextKey as AnyKey } from '#shared/rules/text-key.ts'

/** The keys of `identity` in shared/texts/server. */
export type TextKey = AnyKey extends infer Key ? (Key extends `identity.${infer Own}` ? Own : never) : never

export function translate(language: Language, key: TextKey, values: Record<string, string | number> = {}): string {
  return wordingIn(language).t(`identity.${key}`, values)
}
