import { ed25519 } from '@noble/curves/ed25519'
import { base64Of, bytesOf, bytesOfBase64, hexOf, sha256Of } from './hash.ts'
import type { Head } from './tree.ts'

/**
 * Signed tree heads as C2SP checkpoints (c2sp.org/tlog-checkpoint), which are signed notes (c2sp.org/signed-note) with
 * Ed25519. `origin` names the log.
 */
export type Checkpoint = Head & { origin: string }

/** A public key with the name of the log whose heads it signs: `<name>+<hash>+<key>`. */
export type VerifierKey = { name: string; hash: string; publicKey: Uint8Array }

const algorithm = 1

/** What is signed: three lines. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64Of(bytesOf(root))}\n`
}

/** The text with its signature, as the log publishes it. */
export function signedCheckpoint(checkpoint: Checkpoint, publicKey: Uint8Array, signature: Uint8Array): string {
  const id = bytesOf(keyHash(checkpoint.origin, publicKey))
  return `${checkpointText(checkpoint)}\n— ${checkpoint.origin} ${base64Of(Uint8Array.from([...id, ...signature]))}\n`
}

export function verifierKey(name: string, publicKey: Uint8Array): string {
  return `${name}+${keyHash(name, publicKey)}+${base64Of(Uint8Array.of(algorithm, ...publicKey))}`
}

/** Null for a text that is no key, or whose hash is another key's. */
export function readVerifierKey(text: string): VerifierKey | null {
  const [, name = '', hash = '', key = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text) ?? []
  const bytes = decoded(key)
  if (bytes?.length !== 33 || bytes[0] !== algorithm) return null
  const publicKey = bytes.slice(1)
  return keyHash(name, publicKey) === hash ? { name, hash, publicKey } : null
}

/** Null unless the key has signed it; signatures of others, such as witnesses, are passed over. */
export function readCheckpoint(note: string, { name, hash, publicKey }: VerifierKey): Checkpoint | null {
  const end = note.indexOf('\n\n')
  const text = note.slice(0, end + 1)
  const [origin = '', size = '', root = ''] = text.split('\n')
  const rootBytes = decoded(root)
  if (end < 0 || origin !== name || !/^(0|[1-9]\d{0,15})$/.test(size) || rootBytes?.length !== 32) return null
  const isSigned = note
    .slice(end + 2)
    .split('\n')
    .some((line) => {
      const [, signer, signature = ''] = /^— (\S+) (\S+)$/.exec(line) ?? []
      const bytes = signer === name ? decoded(signature) : null
      return bytes?.length === 68 && hexOf(bytes.slice(0, 4)) === hash && isSignature(bytes.slice(4), text, publicKey)
    })
  return isSigned ? { origin, size: Number(size), root: hexOf(rootBytes) } : null
}

/** The first four bytes of SHA-256(name, line feed, algorithm, key) in hex. */
function keyHash(name: string, publicKey: Uint8Array): string {
  return sha256Of(name, '\n', Uint8Array.of(algorithm), publicKey).slice(0, 8)
}

function isSignature(signature: Uint8Array, text: string, publicKey: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, new TextEncoder().encode(text), publicKey)
  } catch {
    return false
  }
}

/** Null also for a second spelling of the same bytes. */
function decoded(base64: string): Uint8Array | null {
  try {
    const bytes = bytesOfBase64(base64)
    return base64Of(bytes) === base64 ? bytes : null
  } catch {
    return null
  }
}
