import { type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { fairGate } from '#server/infra/fair-gate.ts'
import { threadOf } from '#server/infra/thread.ts'
import { Failure } from '#shared/rules/failure.ts'

export const passwordLength = { min: 12, max: 128 }

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

/** Of those who wait, more would wait for longer than anybody does. They take turns by where they sign in from. */
const turns = fairGate({
  atOnce: 1,
  waiting: 100,
  crowded: () => new Failure('unavailable', 'Many people are signing in. Try again in a moment.'),
})

/** Passwords are hashed one after the other in a thread of their own, so that a crowd that signs in takes the memory of one. */
const derive = threadOf<Argon2Parameters, Uint8Array>(new URL('./hashing-thread.ts', import.meta.url), {
  oldMemoryMb: 32,
  youngMemoryMb: 1,
})

/** Whose turn it is where nobody waits at a browser. */
const nobody = 'nobody'

/** A password as an argon2id hash in PHC form, with a salt of its own; `unavailable` where too many wait. `caller` is whose turn it is. */
export async function hashPassword(password: string, caller = nobody): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await turns.run(caller, () => tagOf(password, salt, tagBytes, cost))
  return written(salt, tag)
}

function written(salt: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(tag)}`
}

/**
 * Whether a password is the hashed one. Without a hash (nobody of that name, or not yet set up) it takes as long and
 * says no, so that the time of an answer does not tell who exists.
 */
export async function isPassword(password: string, hash: string | null, caller = nobody): Promise<boolean> {
  const stored = parse(hash ?? absent)
  const tag = await turns.run(caller, () => tagOf(password, stored.salt, stored.tag.length, stored.cost))
  return timingSafeEqual(tag, stored.tag) && hash !== null
}

/** Of no password that anybody knows. */
const absent = written(randomBytes(saltBytes), randomBytes(tagBytes))

function tagOf(
  password: string,
  nonce: Buffer,
  tagLength: number,
  { memory, passes, parallelism }: typeof cost,
): Promise<Uint8Array> {
  // The same letters typed on two keyboards may come composed or decomposed.
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
