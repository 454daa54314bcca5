import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { Failure } from '#shared/rules/failure.ts'
import { limits, sizeOf } from '#shared/rules/limits.ts'

/** A picture as the registry keeps it; sizes in pixels. */
export type Picture = { bytes: Uint8Array; width: number; height: number }

const accepted = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
/** The longer side: enough for a banner on a dense screen. */
const maxSidePx = 2_400
/** Beyond this a small file would unfold into more memory than a server has to spare. */
const maxPixels = 50_000_000
const quality = 82
const timeoutS = 20

const refusal = 'Please select a valid image file.'

// A server meets each picture once: what sharp would keep of it is of no use.
sharp.cache(false)

/**
 * Makes one upright WebP in sRGB, without metadata, of a JPEG, PNG, WebP or AVIF (judged by content, not by name).
 * Fails with `too_large` (bytes or pixels), `unsupported_media` (another kind of file), `invalid` (broken or moving).
 */
export async function toWebp(bytes: Uint8Array): Promise<Picture> {
  if (bytes.length > limits.imageBytes) {
    throw new Failure('too_large', `The image is larger than ${sizeOf(limits.imageBytes)}.`)
  }
  const found = await fileTypeFromBuffer(bytes)
  if (!found || !accepted.has(found.mime)) throw new Failure('unsupported_media', refusal)

  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
  const facts = await orRefuse(() => picture.metadata())
  if (facts.width * facts.height > maxPixels) throw tooManyPixels()
  if ((facts.pages ?? 1) > 1) throw new Failure('invalid', refusal)

  const webp = picture
    .resize({ width: maxSidePx, height: maxSidePx, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality })
    .timeout({ seconds: timeoutS })
  const { data, info } = await orRefuse(() => webp.toBuffer({ resolveWithObject: true }))
  return { bytes: data, width: info.width, height: info.height }
}

function tooManyPixels(): Failure {
  return new Failure('too_large', `The image has more than ${maxPixels / 1_000_000} million pixels.`)
}

/** What the decoder cannot read is a broken picture, whatever it says. */
async function orRefuse<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && /exceeds pixel limit/.test(error.message)) throw tooManyPixels()
    throw Object.assign(new Failure('invalid', refusal), { cause: error })
  }
}
