import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { fairGate } from '#server/infra/fair-gate.ts'
import { threadOf } from '#server/infra/thread.ts'
import { Failure } from '#shared/rules/failure.ts'

export const passwordLength = { min: 12, max: 128 }

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/** A longer queue would outlast people's patience. */
const turns = fairGate({
  atOnce: 1,
  waiting: 100,
  crowded: () => new Failure('unavailable', 'Many people are signing in. Try again in a moment.'),
})

/** Hashing one password at a time bounds the memory. */
const derive = threadOf<Argon2Parameters, Uint8Array>(new URL('./hashing-thread.ts', import.meta.url), {
  oldMemoryMb: 32,
  youngMemoryMb: 1,
})

/** For work without a browser. */
const nobody = 'nobody'

/** Returns an argon2id hash in PHC form. Throws `unavailable` if too many wait. Callers take turns by `caller`. */
export async function hashPassword(password: string, caller = nobody): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await turns.run(caller, () => tagOf(password, salt, tagBytes, cost))
  return written(salt, tag)
}

function written(salt: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(tag)}`
}

/** A null hash takes as long and fails, so that timing does not reveal who exists. */
export async function isPassword(password: string, hash: string | null, caller = nobody): Promise<boolean> {
  const stored = parse(hash ?? absent)
  const tag = await turns.run(caller, () => tagOf(password, stored.salt, stored.tag.length, stored.cost))
  return timingSafeEqual(tag, stored.tag) && hash !== null
}

const absent = written(randomBytes(saltBytes), randomBytes(tagBytes))

function tagOf(
  password: string,
  nonce: Buffer,
  tagLength: number,
  { memory, passes, parallelism }: typeof cost,
): Promise<Uint8Array> {
  // Keyboards may compose or decompose the same letters.
  return derive({ message: password.normalize('NFKC'), nonce, tagLength, memory, passes, parallelism })
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function parse(hash: string) {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(hash) ?? []
  if (!tag) throw new Error('A stored password hash is damaged.')
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
