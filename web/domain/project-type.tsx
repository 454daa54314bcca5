import { familyOfType } from '#shared/rules/project-facts.ts'
import { FamilyDot } from './family-mark.tsx'
import { useProjectWords } from './project-words.ts'

export function ProjectType({ type }: { type: string }) {
  const words = useProjectWords()
  if (type === '') return null
  return (
    <>
      <FamilyDot family={familyOfType(type)} className="mr-2 align-[-0.125em]" />
      {words.type(type)}
    </>
  )
}
