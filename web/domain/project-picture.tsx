import { Pattern } from '#web/ui/pattern.tsx'

/** A project's picture, or the pattern drawn from its key. Decoration beside the project's name. */
export function ProjectPicture({ image, projectKey }: { image: string | null; projectKey: string }) {
  if (!image) return <Pattern of={projectKey} />
  return <img src={image} alt="" loading="lazy" decoding="async" className="block size-full object-cover" />
}
