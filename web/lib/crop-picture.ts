/** How much wider than high the banner of a project is cut. */
export const bannerShape = 2
/** What a browser sends at most: more than is kept, so that nothing is seen of the cut. */
const widestPx = 2_400
const quality = 0.92

/**
 * Cuts a picture to the banner's shape, upright. What is too high or too wide is cut so that `at` per cent of it lie above or to the left. Throws for
 * what the browser cannot read.
 */
export async function cropPicture(file: File, at: number): Promise<File> {
  const picture = await createImageBitmap(file)
  try {
    const { width, height } = picture
    const cut = { width: Math.min(width, height * bannerShape), height: Math.min(height, width / bannerShape) }
    const [left, top] = [((width - cut.width) * at) / 100, ((height - cut.height) * at) / 100]
    const canvas = document.createElement('canvas')
    canvas.width = Math.min(Math.round(cut.width), widestPx)
    canvas.height = Math.round(canvas.width / bannerShape)
    canvas.getContext('2d')?.drawImage(picture, left, top, cut.width, cut.height, 0, 0, canvas.width, canvas.height)
    return new File([await blobOf(canvas)], 'banner.webp', { type: 'image/webp' })
  } finally {
    picture.close()
  }
}

/** Browsers that write no WebP give a PNG, which the registry takes as well. */
function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be written.'))),
      'image/webp',
      quality,
    )
  })
}
