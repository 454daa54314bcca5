import { expect, test } from 'vitest'
import vectors from '../docs/proof-vectors.json' with { type: 'json' }
import { checkProof } from './check.ts'
import { type CorrectionRecord, correctionRecord, correctionText } from './correction.ts'
import { sha256Of } from './hash.ts'

const corrections = vectors.corrections.map(({ text }) => text)
const [one = '', two = ''] = corrections
const proofOf = (at: number, corrected: readonly string[]) => {
  const { text = '', link } = vectors.movements[at] ?? {}
  const document = vectors.claims.find(({ sha256 }) => text.includes(sha256))?.text ?? null
  return { format: 'registry-proof/1', movement: text, document, corrections: corrected, link, log: null }
}
const failing = (at: number, corrected: readonly string[]) =>
  checkProof(proofOf(at, corrected)).flatMap(({ of, holds }) => (holds ? [] : [of]))

test('the vectors of corrections are what the module computes, and hold with the claim that they correct', () => {
  for (const { text, sha256 } of vectors.corrections) {
    expect(correctionText(correctionRecord.parse(JSON.parse(text)))).toBe(text)
    expect(sha256Of(text)).toBe(sha256)
  }
  expect(checkProof(proofOf(3, corrections)).map(({ of }) => of)).toContain('correction')
  for (const some of [[], [one], corrections]) expect(failing(3, some)).toEqual([])
})

test('each changed character of an earlier correction is found', () => {
  for (let at = 0; at < one.length; at += 1) {
    const changed = `${one.slice(0, at)}${one[at] === '7' ? '8' : '7'}${one.slice(at + 1)}`
    expect(failing(3, [changed, two]), String(at)).toEqual(['correction'])
  }
})

const changed = (text: string, change: Partial<CorrectionRecord>) =>
  correctionText({ ...correctionRecord.parse(JSON.parse(text)), ...change })

test.each([
  ['in another order', 3, [two, one]],
  ['of which the first is missing', 3, [two]],
  ['twice', 3, [one, one]],
  ['of another claim', 3, [changed(one, { claimId: 'c-2' })]],
  ['of another registry', 3, [changed(one, { tenantId: 'sea' })]],
  ['with another number', 3, [changed(one, { version: 3 })]],
  ['of the registry without a reason', 3, [changed(one, { byRegistry: true })]],
  ['with a space', 3, [one.replace(':', ': ')]],
  ['that are no JSON', 3, ['no correction']],
  ['of another text', 2, [one]],
  ['of a movement that is no claim', 0, [one]],
] as const)('corrections %s fail', (_, at, corrected) => {
  expect(failing(at, corrected)).toEqual(['correction'])
})
