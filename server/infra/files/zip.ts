import { createHash } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** `isPacked`: the bytes are compressed already, as those of pictures and PDFs. */
export type ZipEntry = { name: string; isPacked: boolean; read: () => Promise<Readable> | Readable }

/**
 * Streams a zip, one entry after the other, as fast as its reader takes the bytes. The last entry, `SHA256SUMS`, states
 * the SHA-256 of all others as `sha256sum -c` reads it. If an entry fails, so does the stream; a reader who leaves ends
 * the reading.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, at: Date): Readable {
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.outputStream.pipe(out)
  fill(zip, entries, { at, out }).catch((error: unknown) => {
    out.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return out
}

export const bytesEntry = (name: string, bytes: Uint8Array | string, isPacked = false): ZipEntry => ({
  name,
  isPacked,
  read: () => Readable.from([Buffer.from(bytes)]),
})

type Target = { at: Date; out: PassThrough }

async function fill(zip: ZipFile, entries: AsyncIterable<ZipEntry>, target: Target): Promise<void> {
  const sums: string[] = []
  for await (const entry of entries) sums.push(`${await add(zip, entry, target)}  ${entry.name}\n`)
  await add(zip, bytesEntry('SHA256SUMS', sums.join('')), target)
  zip.end()
}

/** Returns the SHA-256 of the entry once its last byte was read. */
function add(zip: ZipFile, { name, isPacked, read }: ZipEntry, { at, out }: Target): Promise<string> {
  return new Promise((resolve, reject) => {
    zip.addReadStreamLazy(name, { mtime: at, compress: !isPacked }, (give) => {
      Promise.resolve(read()).then((stream) => {
        const hash = createHash('sha256')
        const leave = () => stream.destroy()
        out.once('close', leave)
        stream.on('data', (piece) => hash.update(piece))
        stream.once('end', () => resolve(hash.digest('hex')))
        stream.once('error', reject)
        stream.once('close', () => {
          out.off('close', leave)
          reject(new Error('Nobody reads the zip any more.'))
        })
        give(null, stream)
      }, reject)
    })
  })
}
