import { crc32, createDeflate } from 'node:zlib'

type Shape = { width: number; height: number; bytesPerSample: 1 | 2; isInterlaced: boolean }

/** First column, first row and steps of the seven passes (PNG, section 8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const
const channels = 4

/** A PNG of zeros, a thousandth of its decoded size. */
export async function aPictureBomb({ width, height, bytesPerSample, isInterlaced }: Shape): Promise<Buffer> {
  const rows = (columns: number, lines: number) => (columns > 0 ? lines * (1 + columns * channels * bytesPerSample) : 0)
  const unfolded = isInterlaced
    ? passes.reduce((sum, [x, y, dx, dy]) => sum + rows(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)), 0)
    : rows(width, height)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([bytesPerSample * 8, 6, 0, 0, isInterlaced ? 1 : 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', await deflatedZeros(unfolded)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

async function deflatedZeros(length: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 })
  const zeros = Buffer.alloc(1024 * 1024)
  const packed = deflate.toArray()
  for (let left = length; left > 0; left -= zeros.length) {
    const isTaken = deflate.write(zeros.subarray(0, Math.min(left, zeros.length)))
    if (!isTaken) await new Promise((resolve) => deflate.once('drain', resolve))
  }
  deflate.end()
  return Buffer.concat(await packed)
}

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const named = Buffer.concat([Buffer.from(type), content])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
