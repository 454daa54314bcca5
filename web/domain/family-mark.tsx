import type { ProjectFamily } from '#shared/rules/project-facts.ts'

const glyphs: Record<ProjectFamily, string> = {
  land: 'M8 1 13 8H10.5L14.5 13H9V15.5H7V13H1.5L5.5 8H3Z',
  energy: 'M9.5.5 2.5 9H7L6 15.5 13.5 6.5H8.8Z',
  household: 'M8 1.5.5 8H2.5V14.5H6.5V10H9.5V14.5H13.5V8H15.5Z',
  industry: 'M1 14.5V6L5.5 8.8V6L10 8.8V1.5H13.5V14.5Z',
  removal: 'M6 1H10V7.5H14L8 14.5 2 7.5H6Z',
}

/** The sign of a family of project types, in the colour of the text. */
export function FamilyMark({ family, sizePx = 14 }: { family: ProjectFamily; sizePx?: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width={sizePx} height={sizePx} className="shrink-0 fill-current">
      <path d={glyphs[family]} />
    </svg>
  )
}
