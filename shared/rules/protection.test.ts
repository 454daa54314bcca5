import { expect, test } from 'vitest'
import {
  accountProtections,
  isWeaker,
  type Protections,
  type ProtectionValue,
  registryProtections,
} from './protection.ts'

type Name = (typeof accountProtections)[number] | (typeof registryProtections)[number]

/** From the weakest to the strictest. */
const ladders: Record<Name, ProtectionValue[]> = {
  approvalFrom: [null, 100, 1],
  acceptsTransfers: [false, true],
  dailyCap: [null, 100, 1],
  newRecipientCap: [null, 100, 1],
  onlyListed: [false, true],
  undoClaimsMinutes: [0, 5, 60],
  undoTransfersMinutes: [0, 5, 60],
  claimsOfStoppedProjects: [true, false],
  transfersOfStoppedProjects: [true, false],
  secondFactorFor: ['nobody', 'admins', 'everybody'],
  stepUp: ['off', 'recent', 'strong'],
  stepUpFactorFrom: [null, 100, 1],
}

test.each([...new Set<Name>([...accountProtections, ...registryProtections])])(
  'a rule is weaker lower on its ladder: %s',
  (name) => {
    const ladder = ladders[name]
    for (const [i, before] of ladder.entries())
      for (const [j, after] of ladder.entries())
        expect(isWeaker({ [name]: before }, name, after), `${before} to ${after}`).toBe(j < i)
  },
)

test('a rule without effect is not weakened, and one that follows from another is', () => {
  const off: Protections = { stepUp: 'off', stepUpFactorFrom: 10 }
  expect(isWeaker(off, 'stepUpFactorFrom', null)).toBe(false)
  expect(isWeaker({ ...off, stepUp: 'recent' }, 'stepUpFactorFrom', null)).toBe(true)
  expect(isWeaker({ onlyListed: true, newRecipientCap: null }, 'newRecipientCap', 5)).toBe(true)
})
