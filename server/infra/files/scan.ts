import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Draft } from './stored-file.ts'

/** Looks for malware in a draft. Fails with `infected` when it finds some, `unavailable` while it cannot be asked. */
export type Scan = (draft: Draft) => Promise<void>

/** How long the scanner may take for one file, silent or not. */
const timeoutMs = 30_000
/** What one piece of a stream may hold at most, less than any clamd takes. */
const pieceBytes = 64 * 1024

/**
 * Asks the clamd at `tcp://host:port`, without which nothing is scanned. The file is sent to it piece by piece (clamd(8), INSTREAM), so
 * that it needs no access to our disk.
 */
export function scannerAt(address: string | undefined): Scan {
  if (address === undefined) return async () => {}
  const { hostname, port } = new URL(address)
  return async (draft) => {
    const verdict = await verdictOn(draft, hostname, Number(port)).catch((error: unknown) => {
      throw unavailable(error)
    })
    const [, found] = /^stream: (.+) FOUND$/.exec(verdict) ?? []
    if (found !== undefined) {
      throw new Failure(
        'infected',
        `The file was not taken: the virus scanner found ${found} in it.`,
        because('file.infected', { found }),
      )
    }
    if (verdict !== 'stream: OK') throw unavailable(new Error(`clamd: ${verdict}`))
  }
}

async function verdictOn({ path }: Draft, host: string, port: number): Promise<string> {
  const socket = connect({ host: host.replace(/^\[|\]$/g, ''), port })
  const deadline = AbortSignal.timeout(timeoutMs)
  const giveUp = () => socket.destroy(new Error(`no verdict within ${timeoutMs} ms`))
  deadline.addEventListener('abort', giveUp)
  try {
    // A scanner that has heard enough answers before the end; what breaks off the sending breaks off the answer too.
    sendTo(socket, path).catch(() => {})
    return (await text(socket)).replace(/\0$/, '')
  } finally {
    deadline.removeEventListener('abort', giveUp)
    socket.destroy()
  }
}

/** A length of four bytes before each piece, and a length of nothing at the end. */
async function sendTo(socket: Socket, path: string): Promise<void> {
  async function* framed(pieces: AsyncIterable<Buffer>) {
    yield Buffer.from('zINSTREAM\0')
    for await (const piece of pieces) {
      yield lengthOf(piece.length)
      yield piece
    }
    yield lengthOf(0)
  }
  // Its side stays open for the verdict.
  await pipeline(createReadStream(path, { highWaterMark: pieceBytes }), framed, socket, { end: false })
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

function unavailable(cause: unknown): Failure {
  return Object.assign(new Failure('unavailable', 'Files cannot be scanned now. Try again in a moment.'), { cause })
}
