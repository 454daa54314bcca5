import { write, writeSync } from 'node:fs'
import { lostLines } from '#server/infra/watched/channels.ts'

/** A full, broken or unread descriptor blocks no caller. */
export type LineSink = {
  write(line: string): void
  /** As far as the descriptor accepts lines. */
  flushSync(): void
}

/** Written at once from this size on, else after `togetherMs`. */
const togetherBytes = 4_096
const togetherMs = 100
/** Lines beyond this are dropped and counted. */
const mostWaitingBytes = 1_048_576
const againAfterMs = 1_000

/**
 * Calls `onTrouble` once with the reason when writing fails, with null when it works again. Publishes each lost line to
 * `lostLines`.
 */
export function openLineSink(fd: number, onTrouble: (trouble: string | null) => void = () => {}): LineSink {
  let waiting: string[] = []
  let waitingBytes = 0
  /** Not yet accepted by the descriptor. */
  let rest = Buffer.alloc(0)
  let isWriting = false
  let timer: NodeJS.Timeout | null = null
  let trouble: string | null = null

  function report(current: string | null): void {
    if (current === trouble) return
    trouble = current
    onTrouble(current)
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
        report(`Lines of the log cannot be written (${error.code ?? error.message}).`)
        return writeSoon(againAfterMs)
      }
      report(null)
      written(bytes)
      if (waitingBytes > 0) writeNow()
    })
  }

  return {
    write(line) {
      const bytes = Buffer.byteLength(line)
      if (waitingBytes + bytes > mostWaitingBytes) {
        lostLines.publish(null)
        return report('Lines of the log are lost: whatever reads them is too slow.')
      }
      waiting.push(line)
      waitingBytes += bytes
      if (trouble === null && waitingBytes >= togetherBytes) writeNow()
      else writeSoon(togetherMs)
    },
    flushSync() {
      // A running write may block forever.
      if (isWriting) return
      try {
        while (waitingBytes > 0) written(writeSync(fd, taken()))
      } catch {
        // At exit nothing can report lost lines.
      }
    },
  }
}
