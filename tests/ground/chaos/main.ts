import { randomInt } from 'node:crypto'
import { readArguments } from '#server/app/arguments.ts'
import { explain } from '#server/app/explain.ts'
import { Refused } from '#server/infra/refused.ts'
import { provideServers } from '../needs.ts'
import { randomFrom } from './random.ts'
import { isAsItHasToBe, type Outcome, type Scenario, type Size, tableOf } from './scenario.ts'
import { scenarios } from './scenarios.ts'

const usage = `npm run chaos -- NAME … [--short] [--times N] [--movements N] [--seed N]     where NAME is one of
${scenarios.map(({ name, fault }) => `  ${name.padEnd(20)} ${fault}`).join('\n')}`

const longestMinutes = 60

/**
 * `npm run chaos`: injects faults while units move, then audits the movements. Prints a row for docs/reliability.md;
 * exits with 1 if anything is lost, doubled, wrong or repaired by hand.
 */
async function main(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    usage,
    words: ['NAME …'],
    options: {
      short: { type: 'boolean' },
      times: { type: 'string' },
      movements: { type: 'string' },
      seed: { type: 'string' },
    },
  })
  const chosen = positionals.map(scenarioNamed)
  if (chosen.length === 0) throw new Refused(usage)
  const seed = countIn(values.seed, 'seed') ?? randomInt(2 ** 31)
  await provideServers()
  console.log(`Seed ${seed}.`)

  const runs: { scenario: Scenario; outcome: Outcome }[] = []
  for (const scenario of chosen) {
    const usual: Size = values.short ? scenario.short : scenario.long
    const times = countIn(values.times, 'times') ?? usual.times
    const movements = countIn(values.movements, 'movements') ?? usual.movements
    const report = (line: string) => console.log(`${scenario.name}: ${line}`)
    const outcome = await scenario.run({ times, movements, random: randomFrom(seed), report })
    for (const line of outcome.wrong) report(line)
    report(`${outcome.retried} times a movement was asked for again.`)
    runs.push({ scenario, outcome })
  }
  console.log(`\n${tableOf(runs)}`)
  process.exitCode = runs.every(({ outcome }) => isAsItHasToBe(outcome)) ? 0 : 1
}

function scenarioNamed(name: string): Scenario {
  const found = scenarios.find((scenario) => scenario.name === name)
  if (!found) throw new Refused(`There is no scenario ${name}.\n\n${usage}`)
  return found
}

function countIn(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new Refused(`--${option} takes a number.`)
  return Number(text)
}

setTimeout(() => {
  console.error(`Given up after ${longestMinutes} minutes.`)
  process.exit(1)
}, longestMinutes * 60_000).unref()
await main(process.argv.slice(2)).catch(explain)
process.exit()
