/** In pixels: what the sites that show shared links ask for (Open Graph's usual 1.91 : 1). */
export const cardSize = { width: 1_200, height: 630 } as const

/** What the picture of a shared link says. `accent` is a colour as `#1c6b49`. */
export type CardData = {
  registry: string
  title: string
  lines: string[]
  figures: { label: string; value: string }[]
  host: string
  accent: string
}
