import { expect, test } from 'vitest'
import { netOf } from './outcome.ts'

test.each([
  [{ gross: 1_000, baseline: 100, leakage: 50, uncertainty: 0 }, 850],
  [{ gross: 1_000, baseline: 100, leakage: 50, uncertainty: 25 }, 828],
  [{ gross: 10, baseline: 0, leakage: 0, uncertainty: 999 }, 0],
  [{ gross: 10, baseline: 30, leakage: 0, uncertainty: 0 }, -20],
  [{ gross: Number.MAX_SAFE_INTEGER, baseline: 0, leakage: 0, uncertainty: 1 }, 8_998_192_055_486_250],
])('%j are %i net, rounded down', (parts, net) => {
  expect(netOf(parts)).toBe(net)
})
