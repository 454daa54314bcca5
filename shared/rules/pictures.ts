/** Maximum widths in px: card, dense screen, banner. */
export const pictureWidths = [480, 960, 1_600] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** The width at the plain address. */
export const widestPicture = 1_600 satisfies PictureWidth

/** `address` already has a query. */
export function pictureAt(address: string, width: PictureWidth): string {
  return width === widestPicture ? address : `${address}&width=${width}`
}
