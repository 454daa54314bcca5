/** Width divided by height. */
export const bannerShape = 2
/** More than the server stores. */
const widestPx = 2_400
const quality = 0.92

/**
 * Crops a picture to the banner's shape, with `at` per cent of the excess cut above or on the left. Throws if the file
 * is unreadable.
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

/** Browsers without a WebP encoder return PNG, which the registry accepts. */
function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be written.'))),
      'image/webp',
      quality,
    )
  })
}
