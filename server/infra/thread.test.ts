import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const threadFile = new URL('./thread.ts', import.meta.url).href
const fortyMb = `
  const { Worker } = require('node:worker_threads')
  import(${JSON.stringify(threadFile)}).then(() =>
    new Worker('console.log(require("node:v8").getHeapStatistics().heap_size_limit)', {
      eval: true,
      resourceLimits: { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 3 },
    }))`

test('threads keep to their own limits of memory where the command gives the process others', async () => {
  const flags = ['--max-semi-space-size=16', '--max-old-space-size=192', '--no-warnings']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', fortyMb])
  expect(Number(stdout)).toBeLessThan(50 * 1024 * 1024)
})
