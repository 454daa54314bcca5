import { expect, test } from 'vitest'
import { progressOn, spoken } from './terminal.ts'

test('a terminal shows one line of progress, a pipe none', () => {
  const shown: string[] = []
  const write = (text: string) => shown.push(text) > 0
  progressOn({ isTTY: false, write })('Starting …')
  progressOn({ isTTY: true, write })('Starting …')
  expect(shown).toEqual(['\r\x1b[2KStarting …'])
})

test('a terminal gets the words of a line of the log, and of its error', () => {
  const line = JSON.stringify({ level: 40, msg: 'The hash chain waits.', err: { message: 'lock timeout' } })
  expect(spoken(line)).toBe('\r\x1b[2KWarning: The hash chain waits. (lock timeout)\n')
  expect(spoken(JSON.stringify({ level: 50, msg: 'It failed.' }))).toBe('\r\x1b[2KError: It failed.\n')
})
