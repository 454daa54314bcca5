import { expect, test } from 'vitest'
import { filesOf } from './files.ts'

test('no test that runs at every change measures how long something takes', () => {
  const measures = /performance\.now\(\)|expect\(Date\.now\(\) -/
  // The first compares moments; the second ensures that its own sending takes long enough.
  const allowed = ['tests/browser/requests.test.ts', 'tests/world/safety/slow-requests.test.ts']
  const files = filesOf(/^(?!tests\/ground\/|bench\/).*\.test\.tsx?$/).filter(({ text }) => measures.test(text))
  expect(files.map(({ path }) => path).filter((path) => path !== 'tests/tidy/clocks.test.ts')).toEqual(allowed)
})
