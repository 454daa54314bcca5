import type { Readable } from 'node:stream'

export type EventStream = {
  readable: Readable
  /** Skips a repetition of the last event. */
  send(line: string): void
  /** The page reconnects unless `isDone`. */
  end(isDone?: boolean): void
  whenOver(release: () => void): void
}
