import { expect, test } from 'vitest'
import { randomFrom } from './random.ts'
import { isAsItHasToBe } from './scenario.ts'
import { scenarios } from './scenarios.ts'

test.each(scenarios.filter(({ lacks }) => !lacks))(
  '$name: nothing is lost, nothing doubled, and nobody has to do anything',
  async ({ short, run }) => {
    const outcome = await run({ ...short, random: randomFrom(Date.now()), say: () => {} })
    expect(outcome).toMatchObject({ lost: 0, doubled: 0, hands: 0, wrong: [], answered: short.movements })
    expect(isAsItHasToBe(outcome)).toBe(true)
  },
  120_000,
)
