import { describe, expect, test } from 'vitest'
import { awaitedStep, stepKinds, waitingStates } from './tasks.ts'

describe.each(stepKinds)('%s', (kind) => {
  const { machine, act, sides } = awaitedStep(kind)

  test('waits in a state', () => {
    expect(waitingStates(kind)).not.toEqual([])
  })

  test('waits on those alone who may take the step, in the order of the lifecycle', () => {
    for (const state of waitingStates(kind)) {
      const may: readonly string[] = machine[state]?.[act]?.by ?? []
      expect(may.slice(0, sides.length), state).toEqual(sides)
    }
  })
})
