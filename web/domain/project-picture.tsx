import { pictureAt, pictureWidths } from '#shared/rules/pictures.ts'
import { Pattern } from '#web/ui/pattern.tsx'

/** The picture, or a pattern derived from the key; decorative. `sizes` is the HTML attribute. */
export function ProjectPicture({
  image,
  projectKey,
  sizes,
}: {
  image: string | null
  projectKey: string
  sizes: string
}) {
  if (!image) return <Pattern of={projectKey} />
  const widths = pictureWidths.map((width) => `${pictureAt(image, width)} ${width}w`)
  return (
    <img
      src={image}
      srcSet={widths.join(', ')}
      sizes={sizes}
      alt=""
      loading="lazy"
      decoding="async"
      className="block size-full object-cover"
    />
  )
}
