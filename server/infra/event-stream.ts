import type { Readable } from 'node:stream'

/** Server-sent events of one registry for one page. */
export type EventStream = {
  readable: Readable
  /** Sends a line as an event, unless it is the one that was sent last. */
  tell(line: string): void
  /** Sends that nothing more will come, if `isDone`, and closes the stream; the page asks again if it is not done. */
  end(isDone?: boolean): void
  /** Calls this once the stream is over. */
  whenOver(release: () => void): void
}
