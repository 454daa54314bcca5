import { expect, inject, test } from 'vitest'
import { randomFrom } from './random.ts'
import { isAsItHasToBe, type Scenario } from './scenario.ts'

export function testShortForms(scenarios: readonly Scenario[]): void {
  test.for(scenarios)(
    '$name: nothing is lost, nothing doubled, and nobody has to do anything',
    { timeout: 300_000 },
    async ({ short, run }) => {
      const outcome = await run({ ...short, random: randomFrom(inject('seed')), report: () => {} })
      expect(outcome).toMatchObject({ lost: 0, doubled: 0, hands: 0, wrong: [], answered: short.movements })
      expect(isAsItHasToBe(outcome)).toBe(true)
    },
  )
}
