import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

export const passwordLength = { min: 12, max: 128 }

/** OWASP's first choice for argon2id (Password Storage Cheat Sheet): 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagBytes = 32

const derive = promisify(argon2)

/** A password as an argon2id hash in PHC form, with a salt of its own. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes)
  const tag = await tagOf(password, salt, tagBytes, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(tag)}`
}

/**
 * Whether a password is the hashed one. Without a hash (nobody of that name, or not yet set up) it takes as long and
 * says no, so that the time of an answer does not tell who exists.
 */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const stored = parse(hash ?? (await absent))
  const tag = await tagOf(password, stored.salt, stored.tag.length, stored.cost)
  return timingSafeEqual(tag, stored.tag) && hash !== null
}

const absent = hashPassword(randomBytes(saltBytes).toString('base64'))

function tagOf(
  password: string,
  nonce: Buffer,
  tagLength: number,
  { memory, passes, parallelism }: typeof cost,
): Promise<Buffer> {
  // The same letters typed on two keyboards may come composed or decomposed.
  return derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, memory, passes, parallelism })
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

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
