import { limits } from './limits.ts'

/** A letter of notices of one kind to one person: when it goes, and whether there is one a day by then. */
export type Slot = { at: Date; isDaily: boolean }

const quarterMs = 15 * 60_000
const dayMs = 24 * 3_600_000

/**
 * Says when the letter goes whose first notice came at `first`, after the letters of its kind that the person got before, newest
 * first. The first letter goes at once, the next ones a quarter of an hour after the one before, with all that came meanwhile. After
 * `limits.lettersOfKind` within a day it is one a day, until no notice of the kind comes for a day. `isUrgent` is what nobody may hear
 * of late: it waits for no quarter of an hour.
 */
export function nextSlot(before: readonly Slot[], first: Date, { isUrgent = false } = {}): Slot {
  const [last] = before
  if (!last || first.getTime() >= last.at.getTime() + dayMs) return { at: first, isDaily: false }
  const ofOneDay = before.filter(({ at }) => at.getTime() > last.at.getTime() - dayMs)
  const isDaily = last.isDaily || ofOneDay.length >= limits.lettersOfKind
  const pauseMs = isDaily ? dayMs : isUrgent ? 0 : quarterMs
  return { at: new Date(Math.max(first.getTime(), last.at.getTime() + pauseMs)), isDaily }
}
