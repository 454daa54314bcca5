import { setPriority } from 'node:os'
import sharp, { type Metadata } from 'sharp'
import { outcomes } from './picture-outcomes.ts'

/** The resolution of phones. */
const maxPixels = 50_000_000
/** A baseline JPEG of 50 megapixels, a PNG of 12. */
const maxUnfoldedBytes = 30_000_000
/**
 * Aborts above this size, about twice the initial memory, so that both processes stay below 300 MB. Measured: WebP and
 * progressive JPEG of 7 megapixels, and AVIF of 4, are too large.
 */
const maxResidentBytes = 148_000_000
const watchEveryMs = 10
/** Rows in the decoder's buffer; measured, like the bytes for AVIF. */
const rowsCached = 1_000
const quality = 82

function unfoldedBytes(facts: Metadata): number {
  const { width, height, channels, depth, isProgressive } = facts
  switch (facts.format) {
    case 'jpeg':
      // 16-bit coefficients of all scans.
      if (isProgressive) return width * height * 2 * (facts.chromaSubsampling === '4:2:0' ? 1.5 : channels)
      return width * Math.min(height, rowsCached) * channels
    case 'png':
      return width * (isProgressive ? height : Math.min(height, rowsCached)) * channels * (depth === 'uchar' ? 1 : 2)
    case 'webp':
      return width * height * 4
    default:
      return width * height * ((facts.bitsPerSample ?? 8) > 8 ? 18 : 12)
  }
}

/** Writes WebP or PNG to standard output; `side` limits the longer side in pixels. */
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

/** Other errors mean a broken picture. */
function outcomeOf(error: unknown): number {
  return error instanceof Error && /exceeds pixel limit/.test(error.message) ? outcomes.tooLarge : outcomes.invalid
}

// Requests have priority.
setPriority(10)
sharp.cache(false)
sharp.concurrency(1)
// Ends with the parent.
process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL')).resume()
// `exit` would wait for the decoder.
setInterval(() => {
  if (process.memoryUsage.rss() > maxResidentBytes) process.kill(process.pid, 'SIGKILL')
}, watchEveryMs)
const [, , path = '', side, format] = process.argv
process.exit(await unfold(path, Number(side), format).catch(outcomeOf))
