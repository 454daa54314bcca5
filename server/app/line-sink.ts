import { write, writeSync } from 'node:fs'
import { lostLines } from '#server/infra/watched/channels.ts'

/** Writes lines to a file descriptor behind the calls. A descriptor that is full, broken or not read holds nobody up. */
export type LineSink = {
  write(line: string): void
  /** Writes what waits, as far as the descriptor takes it at once. */
  flushSync(): void
}

/** Lines of so many bytes are written at once, or what there is after `togetherMs`. */
const togetherBytes = 4_096
const togetherMs = 100
/** So many bytes may wait; lines beyond are lost, and counted. */
const mostWaitingBytes = 1_048_576
const againAfterMs = 1_000

/**
 * Opens a sink for a file descriptor. `onTrouble` receives why lines cannot be written, once, and null when they can be again.
 * Each lost line is published to `lostLines`.
 */
export function openLineSink(fd: number, onTrouble: (trouble: string | null) => void = () => {}): LineSink {
  let waiting: string[] = []
  let waitingBytes = 0
  /** What the descriptor has not taken yet of the last write. */
  let rest = Buffer.alloc(0)
  let isWriting = false
  let timer: NodeJS.Timeout | null = null
  let trouble: string | null = null

  function tell(now: string | null): void {
    if (now === trouble) return
    trouble = now
    onTrouble(now)
  }

  function taken(): Buffer {
    if (rest.length === 0) {
      rest = Buffer.from(waiting.join(''))
      waiting = []
    }
    return rest
  }

  function written(bytes: number): void {
    rest = rest.subarray(bytes)
    waitingBytes -= bytes
  }

  function writeSoon(ms: number): void {
    timer ??= setTimeout(writeNow, ms).unref()
  }

  function writeNow(): void {
    if (timer) clearTimeout(timer)
    timer = null
    if (isWriting || waitingBytes === 0) return
    isWriting = true
    write(fd, taken(), (error, bytes) => {
      isWriting = false
      if (error) {
        tell(`Lines of the log cannot be written (${error.code ?? error.message}).`)
        return writeSoon(againAfterMs)
      }
      tell(null)
      written(bytes)
      if (waitingBytes > 0) writeNow()
    })
  }

  return {
    write(line) {
      const bytes = Buffer.byteLength(line)
      if (waitingBytes + bytes > mostWaitingBytes) {
        lostLines.publish(null)
        return tell('Lines of the log are lost: whatever reads them is too slow.')
      }
      waiting.push(line)
      waitingBytes += bytes
      if (trouble === null && waitingBytes >= togetherBytes) writeNow()
      else writeSoon(togetherMs)
    },
    flushSync() {
      // A write that is under way may wait for its reader for good.
      if (isWriting) return
      try {
        while (waitingBytes > 0) written(writeSync(fd, taken()))
      } catch {
        // The process ends; there is nowhere to say that its last lines are lost.
      }
    },
  }
}
