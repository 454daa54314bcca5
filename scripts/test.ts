import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { MinimalReporter, startVitest, type Vitest } from 'vitest/node'
import { ensureChromium } from './chromium.ts'

/**
 * `npm test`: types, lint, import rules, unused code and every test. What passes is silent, what fails is shown in full,
 * and the last line counts. Names of test files as arguments run those alone: `npm test -- claims`. `npm test -- --slowest`
 * prints the ten test files that took longest as well.
 */
type Tally = { passed: number; failed: number }

const root = join(import.meta.dirname, '..')
const folders = ['server', 'shared', 'web', 'commands', 'embedded', 'sandbox', 'tests', 'contracts', 'scripts', 'bench']

const checks: { name: string; command: string; args: () => string[] }[] = [
  { name: 'types of the server', command: 'tsc', args: () => [] },
  { name: 'types of the web app', command: 'tsc', args: () => ['-p', 'web'] },
  { name: 'types of the browser tests', command: 'tsc', args: () => ['-p', 'tsconfig.browser-tests.json'] },
  { name: 'lint', command: 'biome', args: () => ['check', '--error-on-warnings', '--max-diagnostics=200', '.'] },
  {
    name: 'import rules',
    command: 'depcruise',
    args: () => ['--config', '.dependency-cruiser.cjs', ...folders.filter((folder) => existsSync(join(root, folder)))],
  },
  { name: 'unused code', command: 'knip', args: () => ['--no-progress'] },
]

const { values: asked, positionals: filters } = parseArgs({
  options: { slowest: { type: 'boolean' } },
  allowPositionals: true,
})
// The checks run while the first tests wait for their servers to start.
const checking = filters.length > 0 ? [] : checks.map(runCheck)
const { passed, failed } = sum(await Promise.all([runTests(), ...checking]))
console.log(`tests: ${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

async function runCheck({ name, command, args }: (typeof checks)[number]): Promise<Tally> {
  const child = spawn(join(root, 'node_modules/.bin', command), args(), {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code === 0) return { passed: 1, failed: 0 }
  console.log(`FAIL ${name}\n${output.trim()}\n`)
  return { passed: 0, failed: 1 }
}

/** Without a Chromium, which is a failure, everything that needs none is tested all the same. */
async function runTests(): Promise<Tally> {
  const chromium = await provideChromium()
  const project = chromium.failed > 0 ? ['!browser'] : []
  const reporters = [new MinimalReporter()]
  const vitest = await startVitest('test', filters, { root, watch: false, reporters, project })
  const tally = tallyOf(vitest)
  if (asked.slowest) console.log(slowestOf(vitest))
  await vitest.close()
  // What broke before the first test began, such as a server that did not start, is in vitest's exit code alone.
  const brokeEarly = tally.failed === 0 && (process.exitCode ?? 0) !== 0
  return sum([tally, chromium, { passed: 0, failed: brokeEarly ? 1 : 0 }])
}

async function provideChromium(): Promise<Tally> {
  try {
    process.env.CHROMIUM_PATH = await ensureChromium()
    return { passed: 0, failed: 0 }
  } catch (error) {
    console.log(`FAIL browser tests\n${error instanceof Error ? error.message : error}\n`)
    return { passed: 0, failed: 1 }
  }
}

/** A file that breaks outside of its tests, and an error outside of any file, are failures too. */
function tallyOf(vitest: Vitest): Tally {
  const tallies = vitest.state.getTestModules().map((module) => {
    const states = [...module.children.allTests()].map((test) => test.result().state)
    const failed = states.filter((state) => state === 'failed' || state === 'pending').length
    const passed = states.filter((state) => state === 'passed').length
    return { passed, failed: module.state() === 'failed' ? Math.max(failed, 1) : failed }
  })
  return sum([...tallies, { passed: 0, failed: vitest.state.getUnhandledErrors().length }])
}

/** The ten test files that took longest: seconds of setting up, importing and running each. */
function slowestOf(vitest: Vitest): string {
  const files = vitest.state.getTestModules().map((module) => {
    const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic()
    const ms = prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration
    return { path: relative(root, module.moduleId), ms }
  })
  const slowest = files.sort((a, b) => b.ms - a.ms).slice(0, 10)
  return slowest.map(({ path, ms }) => `${(ms / 1_000).toFixed(1).padStart(7)} s  ${path}`).join('\n')
}

function sum(tallies: Tally[]): Tally {
  return tallies.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }))
}
