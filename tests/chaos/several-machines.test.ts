import { expect, test } from 'vitest'
import { ensureDebian } from '../../scripts/debian.ts'
import { randomFrom } from './random.ts'
import { scenarios } from './scenarios.ts'

test.for(scenarios.filter(({ needs }) => needs !== undefined))(
  '$name: nothing is lost, no call fails that need not, and nobody has to do anything',
  { timeout: 300_000 },
  async ({ short, needs = [], run }, { skip }) => {
    const missing = await ensureDebian(needs)
    if (missing !== null) return skip(missing)
    const outcome = await run({ ...short, random: randomFrom(Date.now()), say: () => {} })
    expect(outcome).toMatchObject({ lost: 0, doubled: 0, hands: 0, wrong: [], answered: short.movements })
  },
)
