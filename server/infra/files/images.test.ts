import { existsSync, readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { limits } from '#shared/rules/limits.ts'
import { pictureWidths } from '#shared/rules/pictures.ts'
import { aStore } from '#tests/kit/file-store.ts'
import { toPictures, toWebp } from './images.ts'
import type { Draft } from './stored-file.ts'
import { using } from './using.ts'

const files = aStore()

async function storedImage(bytes: Uint8Array) {
  const webpOf = (draft: Draft) => using(toWebp(files, draft), async ({ path }) => readFileSync(path))
  const picture = await using(files.draft([bytes]), webpOf)
  const { width, height } = await sharp(picture).metadata()
  return { bytes: picture, width, height }
}

const refusal = 'Please select a valid image file.'

describe('a picture becomes WebP', () => {
  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('from %s', async (format) => {
    const picture = await storedImage(await plain(64, 48).toFormat(format).toBuffer())
    expect(picture).toMatchObject({ width: 64, height: 48 })
    expect((await sharp(picture.bytes).metadata()).format).toBe('webp')
  })

  test('upright and without the camera’s notes', async () => {
    const taken = await plain(60, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'someone' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const picture = await storedImage(taken)
    const facts = await sharp(picture.bytes).metadata()
    expect(picture).toMatchObject({ width: 40, height: 60 })
    expect([facts.exif, facts.icc, facts.xmp, facts.orientation]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('no longer than 1 600 pixels, in its own proportions', async () => {
    expect(await storedImage(await plain(4_800, 1_200).png().toBuffer())).toMatchObject({ width: 1_600, height: 400 })
  })

  test('in three widths, none wider than it was', async () => {
    const widthsOf = async (draft: Draft) =>
      using(toPictures(files, draft), (pictures) =>
        Promise.all(
          pictureWidths.map(async (width) => (await sharp(readFileSync(pictures[width].path)).metadata()).width),
        ),
      )
    const wide = await plain(2_000, 500).png().toBuffer()
    expect(await using(files.draft([wide]), widthsOf)).toEqual([480, 960, 1_600])
    const small = await plain(600, 300).png().toBuffer()
    expect(await using(files.draft([small]), widthsOf)).toEqual([480, 600, 600])
  })

  test('with its transparency', async () => {
    const clear = sharp({
      create: { width: 4, height: 4, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } },
    })
    expect((await sharp((await storedImage(await clear.png().toBuffer())).bytes).metadata()).hasAlpha).toBe(true)
  })

  test('in sRGB, from CMYK', async () => {
    const printed = await plain(16, 16).toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(printed).metadata()).space).toBe('cmyk')
    const { bytes } = await storedImage(printed)
    const { dominant } = await sharp(bytes).stats()
    expect((await sharp(bytes).metadata()).space).toBe('srgb')
    expect(dominant.b).toBeGreaterThan(dominant.r)
  })
})

describe('a file is refused', () => {
  test.each([
    ['when it is no picture', Buffer.from('a picture of words'), 'unsupported_media'],
    ['when it is empty', Buffer.alloc(0), 'unsupported_media'],
    ['when it is SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported_media'],
    ['when it only begins as one', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'invalid'],
  ])('%s', async (_, bytes, code) => {
    await expect(storedImage(bytes)).rejects.toMatchObject({ code, message: refusal })
  })

  test('when it is a GIF or moves', async () => {
    const moving = await twoFrames()
    await expect(storedImage(moving)).rejects.toMatchObject({ code: 'unsupported_media', message: refusal })
    const movingWebp = await sharp(moving, { animated: true }).webp().toBuffer()
    await expect(storedImage(movingWebp)).rejects.toMatchObject({ code: 'invalid', message: refusal })
  })

  test.each(['jpeg', 'png', 'webp'] as const)('when it is cut off: %s', async (format) => {
    const whole = await noise(200, 200).toFormat(format).toBuffer()
    const half = whole.subarray(0, whole.length / 2)
    await expect(storedImage(half)).rejects.toMatchObject({ code: 'invalid', message: refusal })
  })

  test('when it is larger than the limit', async () => {
    const bytes = Buffer.alloc(limits.imageBytes + 1)
    await expect(storedImage(bytes)).rejects.toMatchObject({
      code: 'too_large',
      message: 'The image is larger than 5 MB.',
    })
  })

  test('when it would unfold into too many pixels', async () => {
    const bomb = await plain(8_000, 7_000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(limits.imageBytes)
    await expect(storedImage(bomb)).rejects.toMatchObject({ code: 'too_large' })
  })
})

const samples = '../shared/data/images'
describe.skipIf(!existsSync(samples))('real pictures', () => {
  const sample = (name: string) => readFileSync(`${samples}/${name}`)

  test.each([1, 3, 6, 8])('a landscape taken in orientation %i is upright', async (orientation) => {
    const picture = await storedImage(sample(`Landscape_${orientation}.jpg`))
    expect(picture.width).toBeGreaterThan(picture.height)
    expect(await likeness(picture.bytes, sample('Landscape_1.jpg'))).toBeLessThan(12)
  })

  test.each([1, 5, 8])('a portrait taken in orientation %i is upright', async (orientation) => {
    const picture = await storedImage(sample(`Portrait_${orientation}.jpg`))
    expect(picture.height).toBeGreaterThan(picture.width)
    expect(await likeness(picture.bytes, sample('Portrait_1.jpg'))).toBeLessThan(12)
  })

  test.each(['4.webp', 'Channel_digital_image_CMYK_color_no_profile.jpg'])('%s is accepted', async (name) => {
    const { bytes } = await storedImage(sample(name))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', space: 'srgb' })
  })

  test.each(['truncated.jpg', 'corrupt-header.jpg', 'rotating-squares.gif', 'check.svg'])(
    '%s is refused',
    async (name) => {
      await expect(storedImage(sample(name))).rejects.toMatchObject({ message: refusal })
    },
  )
})

function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: { r: 20, g: 90, b: 160 } } })
}

/** Deterministic noise compresses badly: half of the file lacks half of the pixels. */
function noise(width: number, height: number): Sharp {
  const bytes = Uint8Array.from({ length: width * height * 3 }, (_, at) => (Math.imul(at, 2_654_435_761) >>> 13) & 255)
  return sharp(bytes, { raw: { width, height, channels: 3 } })
}

function twoFrames(): Promise<Buffer> {
  const pixels = Uint8Array.from({ length: 4 * 8 * 3 }, (_, at) => (at < 48 ? 250 : 5))
  return sharp(pixels, { raw: { width: 4, height: 8, channels: 3, pageHeight: 4 } })
    .gif({ delay: [100, 100] })
    .toBuffer()
}

async function likeness(one: Uint8Array, other: Uint8Array): Promise<number> {
  const grey = (bytes: Uint8Array) =>
    sharp(bytes, { autoOrient: true }).resize(16, 16, { fit: 'fill' }).greyscale().raw().toBuffer()
  const [first, second] = await Promise.all([grey(one), grey(other)])
  return first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length
}
