import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { because, Failure } from '#shared/rules/failure.ts'
import type { Draft } from './stored-file.ts'

/** Fails with `infected`, or with `unavailable` without a verdict. */
export type Scan = (draft: Draft) => Promise<void>

const timeoutMs = 30_000
/** Below every clamd's limit. */
const pieceBytes = 64 * 1024

/**
 * Scans with the clamd at `tcp://host:port`, or not at all without an address. Streams the file (clamd(8), INSTREAM):
 * clamd needs no access to our disk.
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
    // clamd may answer early; a failed send also fails the answer.
    sendTo(socket, path).catch(() => {})
    return (await text(socket)).replace(/\0$/, '')
  } finally {
    deadline.removeEventListener('abort', giveUp)
    socket.destroy()
  }
}

/** Each chunk follows its four-byte length; length 0 ends the stream. */
async function sendTo(socket: Socket, path: string): Promise<void> {
  async function* framed(pieces: AsyncIterable<Buffer>) {
    yield Buffer.from('zINSTREAM\0')
    for await (const piece of pieces) {
      yield lengthOf(piece.length)
      yield piece
    }
    yield lengthOf(0)
  }
  // The socket stays open for the verdict.
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
