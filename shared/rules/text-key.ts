import type en from '#shared/texts/en.json'
import type first from '#shared/texts/first/en.json'
import type later from '#shared/texts/later/en.json'
import type parts from '#shared/texts/parts/en.json'
import type server from '#shared/texts/server/en.json'

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'
type WithoutForm<Key extends string> = Key extends `${infer Counted}_${PluralForm}` ? Counted : Key
type KeyOf<Branch> = {
  [Name in keyof Branch & string]: Branch[Name] extends string ? WithoutForm<Name> : `${Name}.${KeyOf<Branch[Name]>}`
}[keyof Branch & string]

/** `key_one` and `key_other` are plural forms of `key`. */
export type TextKey = KeyOf<typeof en & typeof first & typeof later & typeof parts & typeof server>
