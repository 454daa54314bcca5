/** In pixels: Open Graph's usual 1.91 : 1. */
export const cardSize = { width: 1_200, height: 630 } as const

/** The preview picture of a shared link. `accent` like `#1c6b49`. */
export type CardData = {
  registry: string
  title: string
  lines: string[]
  figures: { label: string; value: string }[]
  host: string
  accent: string
}
