import { familyOfType, type ProjectFamily } from '#shared/rules/project-facts.ts'
import { cx } from '#web/ui/cx.ts'
import { useProjectWords } from './project-words.ts'

const colours: Record<ProjectFamily, string> = {
  land: 'bg-land',
  energy: 'bg-energy',
  household: 'bg-household',
  industry: 'bg-industry',
  removal: 'bg-removal',
}

/** The colour of a type's family, as on the map; types of no family have a ring. */
export function TypeMark({ type }: { type: string }) {
  const family = familyOfType(type)
  return (
    <span
      aria-hidden
      className={cx(
        'mr-2 inline-block size-2.5 shrink-0 rounded-full forced-color-adjust-none',
        family === null ? 'border border-edge' : colours[family],
      )}
    />
  )
}

export function ProjectType({ type }: { type: string }) {
  const words = useProjectWords()
  if (type === '') return null
  return (
    <>
      <TypeMark type={type} />
      {words.type(type)}
    </>
  )
}
