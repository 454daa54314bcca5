import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { plain } from './guessing.ts'

/** Made by `npm run leaked-passwords`. */
export const filterFile = new URL('./leaked-passwords.bin', import.meta.url)

/** Bits of the filter that each password sets. */
export const bitsEach = 13

let loading: Promise<Uint8Array> | null = null

/**
 * Whether lists of leaked passwords have the password, in whatever case and spacing. A Bloom filter of 270 kB, read at the
 * first call, knows every listed one and takes one in 10 000 others for listed.
 */
export async function isLeaked(password: string): Promise<boolean> {
  loading ??= readFile(filterFile)
  const filter = await loading
  return placesOf(bare(password), filter.length * 8).every((place) => ((filter[place >> 3] ?? 0) >> (place & 7)) & 1)
}

/** The bits of a bare password among `bits`, by SHA-512, whose sixteen words are as good as independent hashes. */
export function placesOf(password: string, bits: number): number[] {
  const hash = createHash('sha512').update(password).digest()
  return Array.from({ length: bitsEach }, (_, word) => hash.readUInt32BE(word * 4) % bits)
}

export function bare(password: string): string {
  return plain(password).replace(/\s/g, '')
}
