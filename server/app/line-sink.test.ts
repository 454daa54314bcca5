import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lostLines } from '#server/infra/watched/channels.ts'
import { openLineSink } from './line-sink.ts'

const line = (number: number) => `${String(number).padStart(1_000, '0')}\n`

test('lines reach a file in their order, those of the last moment too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lines-'))
  const path = join(folder, 'log')
  const fd = openSync(path, 'w')
  const sink = openLineSink(fd)
  for (let number = 0; number < 100; number++) sink.write(line(number))
  await expect.poll(() => readFileSync(path, 'utf8').length).toBeGreaterThan(0)
  sink.write('last\n')
  await expect
    .poll(() => {
      sink.flushSync()
      return readFileSync(path, 'utf8')
    })
    .toBe(`${Array.from({ length: 100 }, (_, number) => line(number)).join('')}last\n`)
  closeSync(fd)
  await rm(folder, { recursive: true })
})

test('a full device is reported once, and lost lines are counted', async () => {
  const fd = openSync('/dev/full', 'w')
  const troubles: (string | null)[] = []
  let lost = 0
  const count = () => void lost++
  lostLines.subscribe(count)
  const sink = openLineSink(fd, (trouble) => troubles.push(trouble))
  for (let number = 0; number < 100; number++) sink.write(line(number))
  await expect.poll(() => troubles).toEqual(['Lines of the log cannot be written (ENOSPC).'])
  expect(lost).toBe(0)
  for (let number = 0; number < 1_000; number++) sink.write(line(number))
  expect(lost).toBe(1_100 - Math.floor(2 ** 20 / 1_001))
  sink.flushSync()
  lostLines.unsubscribe(count)
  // The device stays open: the sink goes on trying, and the number of a closed descriptor is soon another socket's.
})

/** Nobody reads this program's standard output; it reports on standard error. */
const writer = `
  import { lostLines } from '#server/infra/watched/channels.ts'
  import { openLineSink } from '#server/app/line-sink.ts'
  let lost = 0
  lostLines.subscribe(() => lost++)
  const sink = openLineSink(1, (trouble) => console.error(trouble ?? 'written'))
  for (let number = 0; number < 2_000; number++) sink.write(String(number).padStart(999, '0') + '\\n')
  console.error('lost ' + lost)
  process.stdin.once('data', () => { sink.flushSync(); process.exit(0) })`

test('a reader that does not read holds nobody up, and gets what waited once it reads', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer], {
    cwd: join(import.meta.dirname, '../..'),
  })
  const ended = once(child, 'exit')
  let output = ''
  child.stderr.on('data', (text) => {
    output += text
  })
  await expect.poll(() => output, { timeout: 15_000 }).toContain('lost 952')
  expect(output).toContain('whatever reads them is too slow')
  let bytes = 0
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length
  })
  await expect.poll(() => bytes).toBe((2_000 - 952) * 1_000)
  await expect.poll(() => output).toContain('written')
  child.stdin.write('end\n')
  expect(await ended).toEqual([0, null])
})
