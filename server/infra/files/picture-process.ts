import { setPriority } from 'node:os'
import sharp, { type Metadata } from 'sharp'
import { outcomes } from './picture-outcomes.ts'

/** As much as phones take. */
const maxPixels = 50_000_000
/** What a picture may unfold to: an ordinary JPEG of fifty million pixels, a PNG of twelve. */
const maxUnfoldedBytes = 30_000_000
/**
 * Estimates may be wrong: with more than this, not quite twice what the process begins with, it gives up, so that the registry and it
 * together stay below 300 MB. Measured: WebP and progressive JPEG of seven million pixels, AVIF of four, are too much.
 */
const maxResidentBytes = 148_000_000
const watchEveryMs = 10
/** Rows that the decoder keeps of a picture that it reads from above to below. Measured, as are the bytes for AVIF. */
const rowsKept = 1_000
const quality = 82

/** Bytes that a decoder has to keep at once. */
function unfoldedBytes(facts: Metadata): number {
  const { width, height, channels, depth, isProgressive } = facts
  switch (facts.format) {
    case 'jpeg':
      // Coefficients of 16 bits, of all scans.
      if (isProgressive) return width * height * 2 * (facts.chromaSubsampling === '4:2:0' ? 1.5 : channels)
      return width * Math.min(height, rowsKept) * channels
    case 'png':
      return width * (isProgressive ? height : Math.min(height, rowsKept)) * channels * (depth === 'uchar' ? 1 : 2)
    case 'webp':
      return width * height * 4
    default:
      return width * height * ((facts.bitsPerSample ?? 8) > 8 ? 18 : 12)
  }
}

/** Writes the picture of a path to the standard output, as WebP or PNG whose longer side has so many pixels at most. */
async function unfold(path: string, side: number, format: string | undefined): Promise<number> {
  const picture = sharp(path, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true, sequentialRead: true })
  const facts = await picture.metadata()
  if ((facts.pages ?? 1) > 1) return outcomes.invalid
  if (unfoldedBytes(facts) > maxUnfoldedBytes) return outcomes.tooLarge
  const sized = picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
  const bytes = await (format === 'png' ? sized.png({ palette: true }) : sized.webp({ quality })).toBuffer()
  await new Promise((resolve) => process.stdout.write(bytes, resolve))
  return outcomes.done
}

/** What the decoder cannot read is a broken picture, whatever it says. */
function outcomeOf(error: unknown): number {
  return error instanceof Error && /exceeds pixel limit/.test(error.message) ? outcomes.tooLarge : outcomes.invalid
}

// Requests come first.
setPriority(10)
sharp.cache(false)
sharp.concurrency(1)
// Ends with whoever asked for the picture.
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume()
// `exit` would wait for the decoder.
setInterval(() => {
  if (process.memoryUsage.rss() > maxResidentBytes) process.kill(process.pid, 'SIGKILL')
}, watchEveryMs)
const [, , path = '', side, format] = process.argv
process.exit(await unfold(path, Number(side), format).catch(outcomeOf))
