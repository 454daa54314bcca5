import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { MinimalReporter, startVitest } from 'vitest/node'
import { shareOf } from '../tests/ground/shares.ts'
import { ensureChromium } from './chromium.ts'
import { linesOfTimes, tallyOf, timeOf } from './tally.ts'

/**
 * `npm run ground`: real processes are started, loaded, killed and deployed, one test file at a time. Prints the seed, what fails in
 * full, the time of each file, and a line that counts. Names of test files run those alone: `npm run ground -- backup`.
 * `--seed N` repeats the chances of a run; `--share` runs the share of this moment, so that a few runs together are the whole.
 */
const root = join(import.meta.dirname, '..')
const { values: asked, positionals: names } = parseArgs({
  options: { seed: { type: 'string' }, share: { type: 'boolean' } },
  allowPositionals: true,
})
if (asked.seed) process.env.GROUND_SEED = asked.seed
process.env.CHROMIUM_PATH = await ensureChromium()

const filters = asked.share ? [...shareOf(new Date())] : names
const reporters = [new MinimalReporter()]
const vitest = await startVitest('test', filters, { root, watch: false, reporters, project: ['ground'] })
const { passed, failed } = tallyOf(vitest)
console.log(linesOfTimes(vitest.state.getTestModules().map((module) => timeOf(module, root))))
await vitest.close()
console.log(`tests: ${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
