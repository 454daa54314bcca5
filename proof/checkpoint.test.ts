import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkpointText, readCheckpoint, readVerifierKey, signedCheckpoint, verifierKey } from './checkpoint.ts'
import { sha256Of } from './hash.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
const checkpoint = { origin: 'registry.example/log/lake', size: 1_234, root: sha256Of('root') }
const note = signedCheckpoint(checkpoint, key, sign(null, Buffer.from(checkpointText(checkpoint)), privateKey))
const vkey = verifierKey(checkpoint.origin, key)

test('the published key of another log is read', () => {
  const published = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  expect(readVerifierKey(published)).toMatchObject({ name: 'PeterNeumann', hash: 'c74f20a3' })
})

test('a signed head is read with the key of its log', () => {
  const verifier = readVerifierKey(vkey)
  if (!verifier) throw new Error('The key cannot be read.')
  expect(readCheckpoint(note, verifier)).toEqual(checkpoint)
  expect(note.split('\n').slice(0, 2)).toEqual(['registry.example/log/lake', '1234'])
  // A witness adds a line.
  expect(readCheckpoint(`${note}— witness.example AAAAAAA=\n`, verifier)).toEqual(checkpoint)
})

test('a head that anybody has changed is not read', () => {
  const verifier = readVerifierKey(vkey)
  if (!verifier) throw new Error('The key cannot be read.')
  for (let at = 0; at < note.length - 1; at += 1) {
    const changed = `${note.slice(0, at)}${note[at] === '0' ? '1' : '0'}${note.slice(at + 1)}`
    expect(readCheckpoint(changed, verifier), String(at)).toBeNull()
  }
  const another = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  expect(readCheckpoint(note, { ...verifier, publicKey: another })).toBeNull()
  expect(readCheckpoint('', verifier)).toBeNull()
})

test.each(['', 'a+b', vkey.slice(0, -5), vkey.replace('+', '-'), vkey.replace(/\+.{8}\+/, '+00000000+')])(
  'what is no key is refused (%#)',
  (text) => expect(readVerifierKey(text)).toBeNull(),
)
