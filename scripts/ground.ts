import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { MinimalReporter, startVitest } from 'vitest/node'
import { ownArguments } from '#server/app/arguments.ts'
import { shareOf } from '../tests/ground/shares.ts'
import { ensureChromium } from './chromium.ts'
import { linesOfTimes, tallyOf, timeOf } from './tally.ts'

const usage = `npm run ground -- [FILE …] [--seed N] [--share]     tests of real processes, one file at a time

  FILE     limits the run, such as backup
  --seed   repeats the random choices of the run that printed it
  --share  runs the share of files or mutations that is due; a day covers all`

const root = join(import.meta.dirname, '..')
const { values: options, positionals: names } = ownArguments({
  usage,
  options: { seed: { type: 'string' }, share: { type: 'boolean' } },
  words: ['FILE …'],
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
