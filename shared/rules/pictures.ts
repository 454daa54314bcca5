/** The widths in px, at most, in which a picture is kept: for a card, a card on a dense screen, and a banner. */
export const pictureWidths = [480, 960, 1_600] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** The width of the picture at its plain address. */
export const widestPicture = 1_600 satisfies PictureWidth

/** The address of a picture, which has a query already, in a width. */
export function pictureAt(address: string, width: PictureWidth): string {
  return width === widestPicture ? address : `${address}&width=${width}`
}
