import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownArguments } from '#server/app/arguments.ts'
import { type Measure, openBench } from './bench.ts'
import { certificates } from './certificates.ts'
import { charts } from './charts.ts'
import { facets } from './facets.ts'
import { faults } from './faults.ts'
import { firstJavaScript } from './first-javascript.ts'
import { gas } from './gas.ts'
import { importSpeed } from './import-speed.ts'
import { isMet, type Line, table } from './lines.ts'
import { lists } from './lists.ts'
import { manyBlocks } from './many-blocks.ts'
import { memory } from './memory.ts'
import { movements } from './movements.ts'
import { noiseOfMachine } from './noise.ts'
import { overload } from './overload.ts'
import { search } from './search.ts'
import { serials } from './serials.ts'
import { settlement } from './settlement.ts'
import { startTime } from './start-time.ts'
import { transfers } from './transfer-http.ts'

/**
 * `npm run bench [-- NAME …] [--rows 1000000]`: ratios to limits of the same run or the specification
 * (docs/performance.md). Exits with 1 if a goal is missed.
 */
const measures: readonly Measure[] = [
  movements,
  transfers,
  manyBlocks,
  lists,
  overload,
  importSpeed,
  startTime,
  firstJavaScript,
  certificates,
  memory,
  search,
  serials,
  facets,
  charts,
  settlement,
  gas,
  faults,
]

const usage = `npm run bench -- [NAME …] [--rows 20000]

  NAME    one of ${measures.map(({ name }) => name).join(', ')}
  --rows  where data grow`

const { values, positionals } = ownArguments({
  usage,
  words: ['NAME …'],
  options: { rows: { type: 'string', default: '20000' } },
})
const unknown = positionals.filter((name) => !measures.some((measure) => measure.name === name))
const rows = Number(values.rows)
if (unknown.length > 0 || !Number.isSafeInteger(rows) || rows < 1) {
  console.error(usage)
  process.exit(2)
}
const chosen = positionals.length === 0 ? measures : measures.filter(({ name }) => positionals.includes(name))
const folder = await mkdtemp(join(tmpdir(), 'registry-bench-'))
const bench = await openBench(folder, rows)
try {
  const machine = `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown kind'}`
  console.log(
    `${machine}, load ${loadavg()[0]?.toFixed(1)}, noise ${noiseOfMachine()}, ${rows} rows where data grow.\n`,
  )
  const lines: Line[] = []
  for (const { name, run } of chosen) {
    const found = await run(bench).catch((error: unknown): Line[] => {
      console.error(`${name} could not be measured:`, error)
      process.exitCode = 1
      return []
    })
    console.log(`${table(found)}\n`)
    lines.push(...found)
  }
  if (chosen.length > 1) console.log(table(lines))
  if (!lines.every(isMet)) {
    console.log('\nWhat misses, what remains of it, and why: docs/performance.md.')
    process.exitCode = 1
  }
} finally {
  await bench.stop()
  await rm(folder, { recursive: true, force: true })
}
