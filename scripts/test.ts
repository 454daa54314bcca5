import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MinimalReporter, startVitest } from 'vitest/node'
import { ownArguments } from '#server/app/arguments.ts'
import { ensureChromium } from './chromium.ts'
import { linesOfTimes, sum, type Tally, tallyOf, timeOf } from './tally.ts'

/** Browser tests import no product code, so `--changed` runs only changed ones. */
const usage = `npm test -- [FILE …] [--changed] [--slowest]     checks and tests, but for npm run ground

  FILE       part of the name of a test file: only such tests run, without checks
  --changed  checks, and the tests that import uncommitted changes
  --slowest  adds the ten slowest files`

const root = join(import.meta.dirname, '..')
const folders = ['server', 'shared', 'web', 'commands', 'embedded', 'sandbox', 'tests', 'contracts', 'scripts', 'bench']

/** Results for unchanged files, by hash. */
const cache = join(root, 'node_modules/.cache')
const incremental = (name: string) => ['--incremental', '--tsBuildInfoFile', join(cache, `${name}.tsbuildinfo`)]

const checks: { name: string; command: string; args: () => string[] }[] = [
  { name: 'types of the server', command: 'tsc', args: () => incremental('server') },
  { name: 'types of the web app', command: 'tsc', args: () => ['-p', 'web', ...incremental('web')] },
  { name: 'types of the service worker', command: 'tsc', args: () => ['-p', 'web/worker', ...incremental('worker')] },
  {
    name: 'types of the browser tests',
    command: 'tsc',
    args: () => ['-p', 'tsconfig.browser-tests.json', ...incremental('browser-tests')],
  },
  { name: 'lint', command: 'biome', args: () => ['check', '--error-on-warnings', '--max-diagnostics=200', '.'] },
  {
    name: 'import rules',
    command: 'depcruise',
    args: () => [
      ...['--config', '.dependency-cruiser.cjs'],
      ...['--cache', join(cache, 'dependency-cruiser'), '--cache-strategy', 'content'],
      ...folders.filter((folder) => existsSync(join(root, folder))),
    ],
  },
  { name: 'unused code', command: 'knip', args: () => ['--no-progress', '--cache'] },
]

const { values: options, positionals: filters } = ownArguments({
  usage,
  options: { slowest: { type: 'boolean' }, changed: { type: 'boolean', default: false } },
  words: ['FILE …'],
})
const checked = filters.length > 0 ? [] : await Promise.all(checks.map(runCheck))
const { passed, failed } = sum([...checked, await runTests()])
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

/** Other tests run without a Chromium, which counts as a failure. */
async function runTests(): Promise<Tally> {
  const chromium = await provideChromium()
  const project = ['pure', 'component', 'world', ...(chromium.failed > 0 ? [] : ['browser'])]
  const reporters = [new MinimalReporter()]
  const vitest = await startVitest('test', filters, {
    root,
    watch: false,
    reporters,
    project,
    changed: options.changed,
    passWithNoTests: options.changed,
  })
  const tally = tallyOf(vitest)
  if (options.slowest) {
    const times = vitest.state.getTestModules().map((module) => timeOf(module, root))
    console.log(linesOfTimes(times.sort((a, b) => b.seconds - a.seconds).slice(0, 10)))
  }
  await vitest.close()
  return sum([tally, chromium])
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
