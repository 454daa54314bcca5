import { join } from 'node:path'
import { MinimalReporter, startVitest, type TestCase } from 'vitest/node'
import { ownArguments } from '#server/app/arguments.ts'
import { statements } from '../tests/conformance/statements.ts'
import { ensureChromium } from './chromium.ts'

const usage = `npm run conformance -- [FILE …]     tests the specification's statements; prints each outcome and a count

  FILE  limits the run, such as section-9-reads`

type Line = { section: string; number: number; statement: string; holds: boolean }

const root = join(import.meta.dirname, '..')
const { positionals: chosen } = ownArguments({ usage, options: {}, words: ['FILE …'] })
process.env.CHROMIUM_PATH = await ensureChromium()
const folder = 'tests/conformance/specification'
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
const requested = chosen.length > 0 ? statements.filter((number) => tried.has(number)) : statements
let held = 0
for (const number of requested) {
  const [first, ...rest] = tried.get(number) ?? []
  const holds = first !== undefined && [first, ...rest].every((line) => line.holds)
  if (holds) held += 1
  const outcome = first ? (holds ? 'pass' : 'FAIL') : 'no test'
  console.log(
    [first?.section.padStart(2) ?? ' ?', String(number).padStart(4), outcome.padEnd(8), first?.statement].join('  '),
  )
}
console.log(`conformance: ${held} of ${requested.length}`)
process.exit(held === requested.length ? 0 : 1)

function lineOf(test: TestCase): Line {
  const [section = ''] = test.fullName.split('.', 1)
  const [number = '', ...words] = test.name.split(' ')
  return { section, number: Number(number), statement: words.join(' '), holds: test.result().state === 'passed' }
}
