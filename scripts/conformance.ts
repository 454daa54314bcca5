import { join } from 'node:path'
import { MinimalReporter, startVitest, type TestCase } from 'vitest/node'
import { statements } from '../tests/conformance/statements.ts'
import { ensureChromium } from './chromium.ts'

/**
 * `npm run conformance`: tries every statement of the specification and prints section, number, outcome and statement of each. The last
 * line counts those that hold. Names of test files as arguments try those alone: `npm run conformance -- section-9-reads`.
 */
type Line = { section: string; number: number; statement: string; holds: boolean }

const root = join(import.meta.dirname, '..')
process.env.CHROMIUM_PATH = await ensureChromium()
const folder = 'tests/conformance/specification'
const chosen = process.argv.slice(2)
const files = chosen.length > 0 ? chosen.map((name) => `${folder}/${name}`) : [folder]
const vitest = await startVitest('test', files, {
  root,
  watch: false,
  project: ['browser', 'world'],
  reporters: [new MinimalReporter()],
})
const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
await vitest.close()

const tried = Map.groupBy(tests.map(lineOf), ({ number }) => number)
const asked = chosen.length > 0 ? statements.filter((number) => tried.has(number)) : statements
let held = 0
for (const number of asked) {
  const [first, ...rest] = tried.get(number) ?? []
  const holds = first !== undefined && [first, ...rest].every((line) => line.holds)
  if (holds) held += 1
  const outcome = first ? (holds ? 'pass' : 'FAIL') : 'no test'
  console.log(
    [first?.section.padStart(2) ?? ' ?', String(number).padStart(4), outcome.padEnd(8), first?.statement].join('  '),
  )
}
console.log(`conformance: ${held} of ${asked.length}`)
process.exit(held === asked.length ? 0 : 1)

/** The section's number begins the name of the group, the statement's that of the test. */
function lineOf(test: TestCase): Line {
  const [section = ''] = test.fullName.split('.', 1)
  const [number = '', ...words] = test.name.split(' ')
  return { section, number: Number(number), statement: words.join(' '), holds: test.result().state === 'passed' }
}
