import { expect, test } from 'vitest'
import { nextSlot, type Slot } from './gathering.ts'
import { limits } from './limits.ts'

const minute = 60_000
const day = 24 * 60 * minute
const start = Date.parse('2026-03-04T08:00:00Z')
const at = (ms: number) => new Date(start + ms)
const slot = (ms: number, isDaily = false): Slot => ({ at: at(ms), isDaily })

/** The letters for notices at these times (ms from the start). */
function lettersOf(notices: readonly number[], options = {}): Slot[] {
  const letters: Slot[] = []
  for (const came of notices) {
    const [last] = letters
    // The pending letter includes this notice.
    if (last && at(came) <= last.at) continue
    letters.unshift(nextSlot(letters, at(came), options))
  }
  return letters.toReversed()
}

const everyMinute = (days: number) => Array.from({ length: days * 24 * 60 }, (_, index) => index * minute)

test('the first letter of a kind goes at once', () => {
  expect(nextSlot([], at(0))).toEqual(slot(0))
})

test('what comes within a quarter of an hour waits for its end, and what comes later goes at once', () => {
  expect(nextSlot([slot(0)], at(1))).toEqual(slot(15 * minute))
  expect(nextSlot([slot(0)], at(15 * minute))).toEqual(slot(15 * minute))
  expect(nextSlot([slot(0)], at(16 * minute))).toEqual(slot(16 * minute))
})

test('after as many as the limit within a day there is one a day', () => {
  const before = Array.from({ length: limits.lettersOfKind }, (_, index) => slot(-index * 60 * minute))
  expect(nextSlot(before.slice(1), at(1))).toEqual(slot(1))
  expect(nextSlot(before, at(minute))).toEqual(slot(day, true))
  // The oldest letter is a day old.
  expect(nextSlot([...before.slice(0, -1), slot(-day)], at(15 * minute))).toEqual(slot(15 * minute))
})

test('it stays one a day until none comes for a day', () => {
  expect(nextSlot([slot(0, true)], at(20 * 60 * minute))).toEqual(slot(day, true))
  expect(nextSlot([slot(0, true)], at(day))).toEqual(slot(day))
})

test('what comes every minute for ten days makes eight letters in the first hours and one on each day after', () => {
  const letters = lettersOf(everyMinute(10))
  const quick = Array.from({ length: limits.lettersOfKind }, (_, index) => slot(index * 15 * minute))
  const last = quick.length * 15 * minute - 15 * minute
  const daily = Array.from({ length: 10 }, (_, index) => slot(last + (index + 1) * day, true))
  expect(letters).toEqual([...quick, ...daily])
})

test('notices every four hours are sent at once', () => {
  const hours = Array.from({ length: 60 }, (_, index) => index * 4 * 60 * minute)
  expect(lettersOf(hours)).toEqual(hours.map((ms) => slot(ms)))
})

test('what is urgent waits for no quarter of an hour, and is bounded alike', () => {
  expect(nextSlot([slot(0)], at(1), { isUrgent: true })).toEqual(slot(1))
  const letters = lettersOf(everyMinute(2), { isUrgent: true })
  expect(letters.filter(({ at: sent }) => sent < at(day))).toEqual(
    Array.from({ length: limits.lettersOfKind }, (_, index) => slot(index * minute)),
  )
})
