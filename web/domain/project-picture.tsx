import { pictureAt, pictureWidths } from '#shared/rules/pictures.ts'
import { Pattern } from '#web/ui/pattern.tsx'

/**
 * A project's picture, or the pattern drawn from its key. Decoration beside the project's name. `sizes` says how wide it is shown, as in
 * HTML, so that a browser fetches no more of it than it draws.
 */
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
