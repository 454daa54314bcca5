import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

/**
 * Pictures are compared at a quarter of their size, which hides font smoothing. `RENEW_PICTURES=1 npm test --
 * tests/browser/pictures` renews them.
 */
const scale = 4
/** Allowed colour difference from 0 to 1, and the part of points that may exceed it. */
const tolerance = { ofColour: 0.12, ofPoints: 0.004 }
const folder = join(import.meta.dirname, 'pictures')

/** Returns null, or the difference and both paths. */
export async function differenceFrom(name: string, page: Page): Promise<string | null> {
  await level(page)
  const now = await reduced(await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' }))
  const path = join(folder, `${name}.png`)
  if (process.env.RENEW_PICTURES) {
    await writeFile(path, now)
    return null
  }
  const [stored, taken] = await Promise.all([readFile(path), now].map(async (file) => pointsOf(await file)))
  if (!stored || !taken) return 'There is no kept picture.'
  const { width, height } = stored
  const isOfSize = width === taken.width && height === taken.height
  const others = isOfSize
    ? pixelmatch(stored.points, taken.points, undefined, width, height, { threshold: tolerance.ofColour })
    : null
  const most = width * height * tolerance.ofPoints
  if (others !== null && others <= most) return null
  const seen = join(await mkdtemp(join(tmpdir(), 'registry-picture-')), `${name}.png`)
  await writeFile(seen, now)
  const what =
    others === null
      ? `is ${taken.width * scale} × ${taken.height * scale} points, was ${width * scale} × ${height * scale}`
      : `differs at ${others} points, at most ${Math.floor(most)} may`
  return `${name} ${what}: ${path} and ${seen}`
}

async function reduced(picture: Buffer): Promise<Buffer> {
  const { width = 0 } = await sharp(picture).metadata()
  return sharp(picture)
    .removeAlpha()
    .resize({ width: Math.round(width / scale), kernel: 'cubic' })
    .png({ compressionLevel: 9, palette: true, colours: 128, dither: 0 })
    .toBuffer()
}

async function pointsOf(file: Buffer) {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { points: data, width: info.width, height: info.height }
}

/** Replaces what varies between runs: dates, figures, codes and drawings of codes. */
function level(page: Page): Promise<void> {
  return page.evaluate(() => {
    const day = /\d{1,2}\s[A-Z]\p{L}{2,4}\s\d{4}(, \d{2}:\d{2})?/gu
    const code = /\b(?=[\w-]*\d)[\w-]{8,}\b/g
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue ?? ''
      const leveled = text.replace(day, '11 May 1111').replace(code, '11111111').replace(/\d/g, '1')
      if (leveled !== text) node.nodeValue = leveled
    }
    // A rule, as a chart may be drawn after the texts.
    const hidden = new CSSStyleSheet()
    hidden.replaceSync('svg[viewBox="0 0 320 180"], svg[role="img"] { visibility: hidden }')
    document.adoptedStyleSheets = [hidden]
  })
}
