import { limits } from './limits.ts'

/** When a letter of notices is sent, and whether one a day applies. */
export type Slot = { at: Date; isDaily: boolean }

const quarterMs = 15 * 60_000
const dayMs = 24 * 3_600_000

/**
 * Returns when to send the letter for a notice at `first`; `before` is newest first. Letters of a kind are a quarter of
 * an hour apart (urgent ones excepted). After `limits.lettersOfKind` within a day, one a day is sent until a day has no
 * notice.
 */
export function nextSlot(before: readonly Slot[], first: Date, { isUrgent = false } = {}): Slot {
  const [last] = before
  if (!last || first.getTime() >= last.at.getTime() + dayMs) return { at: first, isDaily: false }
  const ofLastDay = before.filter(({ at }) => at.getTime() > last.at.getTime() - dayMs)
  const isDaily = last.isDaily || ofLastDay.length >= limits.lettersOfKind
  const pauseMs = isDaily ? dayMs : isUrgent ? 0 : quarterMs
  return { at: new Date(Math.max(first.getTime(), last.at.getTime() + pauseMs)), isDaily }
}
