import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scenario } from './scenario.ts'
import { underLoad } from './under-load.ts'

/** From Debian's package faketime. */
const libraryOf = () =>
  ['x86_64', 'aarch64']
    .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
    .find((path) => existsSync(path)) ?? ''
const hour = 3_600
const jumps = [hour, 0, -hour, 0]

export const clock: Scenario = {
  name: 'clock',
  fault: 'the clock of the registry process jumps an hour ahead, back, an hour behind, and back',
  recoveredBy: 'nobody has to: the ledger has the time of the database',
  short: { times: 4, movements: 200 },
  long: { times: 40, movements: 4_000 },
  async run(order) {
    const folder = await mkdtemp(join(tmpdir(), 'registry-clock-'))
    const file = join(folder, 'offset')
    const set = (seconds: number) => writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}\n`)
    await set(0)
    const settings = {
      LD_PRELOAD: libraryOf(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    try {
      return await underLoad({ order, settings, inject: (_, time) => set(jumps[time % jumps.length] ?? 0) })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}
