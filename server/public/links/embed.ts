import { createHash } from 'node:crypto'
import { html } from '#server/infra/texts/html.ts'
import { embedSize } from '#shared/rules/share-paths.ts'
import { addressesOf } from './addresses.ts'
import type { Registry, Shared } from './shared.ts'

/** An SVG for other sites: the registry's name and retired units. */
export function badgeOf({ site, words, wording }: Registry, shared: Shared): string {
  const { t, figures } = wording
  const retired = shared.kind === 'claim' ? shared.claim.quantity : shared.project.retired
  const figure = t('head.badge', { quantity: figures(Number(retired)), units: words.assetNamePlural })
  const [left, right] = [widthOf(words.name), widthOf(figure)]
  const width = left + right
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="24" role="img" aria-label="${words.name}: ${figure}">
<title>${words.name}: ${figure}</title>
<rect width="${width}" height="24" rx="4" fill="${site.tenant.accent}"/>
<rect width="${left}" height="24" rx="4" fill="#17211c"/>
<g fill="#ffffff" font-family="system-ui, sans-serif" font-size="12">
<text x="${padding}" y="16" textLength="${left - 2 * padding}">${words.name}</text>
<text x="${left + padding}" y="16" textLength="${right - 2 * padding}">${figure}</text>
</g>
</svg>
`.markup
}

const padding = 10
const averageLetter = 6.6

/** `textLength` fits any font to this width. */
function widthOf(text: string): number {
  return Math.round(2 * padding + text.length * averageLetter)
}

const style = 'body,h1{margin:0}img{display:block;width:100%;height:auto}'

export const embedPolicy = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'frame-ancestors *',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** A card for frames: a linked picture. */
export function embedOf(registry: Registry, shared: Shared): string {
  const { page, picture } = addressesOf(registry, shared)
  return html`<!doctype html>
<html lang="${registry.wording.language}">
<meta charset="utf-8">
<title>${shared.title}</title>
<style>${{ markup: style }}</style>
<main><h1><a href="${page}" target="_blank" rel="noopener"><img src="${picture}" alt="${shared.title}. ${shared.description}" width="${embedSize.width}" height="${embedSize.height}"></a></h1></main>
</html>
`.markup
}

/** oEmbed (oembed.com, 2.3.4.4). `most`: maximum pixels. */
export function oEmbedOf(registry: Registry, shared: Shared, most: { maxwidth: number; maxheight: number }): object {
  const { embed, picture } = addressesOf(registry, shared)
  const share = Math.min(1, most.maxwidth / embedSize.width, most.maxheight / embedSize.height)
  const [width, height] = [embedSize.width, embedSize.height].map((side) => Math.floor(side * share))
  const frame = html`<iframe src="${embed}" width="${width ?? 0}" height="${height ?? 0}" title="${shared.title}" style="border:0"></iframe>`
  return {
    version: '1.0',
    type: 'rich',
    title: shared.title,
    provider_name: registry.words.name,
    provider_url: `${registry.site.origin}/`,
    cache_age: 300,
    thumbnail_url: picture,
    thumbnail_width: 1_200,
    thumbnail_height: 630,
    html: frame.markup,
    width,
    height,
  }
}
