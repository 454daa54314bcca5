import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MinimalReporter, startVitest } from 'vitest/node'
import { shareOf } from '../tests/ground/shares.ts'
import { ensureChromium } from './chromium.ts'
import { linesOfTimes, tallyOf, timeOf } from './tally.ts'

/**
 * `npm run ground`: tests of real processes, one file at a time. Prints the seed, failures, each file's time and a
 * count. Names limit the run: `npm run ground -- backup`. `--seed N` repeats a run's random choices; `--share` runs the
 * share that is due, of files or mutations; a day covers all.
 */
const root = join(import.meta.dirname, '..')
const { values: options, positionals: names } = parseArgs({
  options: { seed: { type: 'string' }, share: { type: 'boolean' } },
  allowPositionals: true,
})
if (options.seed) process.env.GROUND_SEED = options.seed
process.env.CHROMIUM_PATH = await ensureChromium()
const share = options.share ? shareOf(new Date()) : { files: names }
process.exit('files' in share ? await runFiles(share.files) : await runMutations(share.mutations))

async function runFiles(files: readonly string[]): Promise<number> {
  const filters = files.map((file) => (options.share ? `tests/ground/${file}` : file))
  const reporters = [new MinimalReporter()]
  const vitest = await startVitest('test', filters, { root, watch: false, reporters, project: ['ground'] })
  const { passed, failed } = tallyOf(vitest)
  console.log(linesOfTimes(vitest.state.getTestModules().map((module) => timeOf(module, root))))
  await vitest.close()
  console.log(`tests: ${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

async function runMutations(part: string): Promise<number> {
  const script = join(root, 'scripts/mutations.ts')
  const child = spawn(process.execPath, [script, '--brief', '--share', part], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code ?? 1
}
